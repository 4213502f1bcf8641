// A message at its own address, with its conversation: the cursor on a word.
import { $, ask, blur, blurred, boot, help, shut, t, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Cursor, likeIt } from "./cursor.js";

const tell = (text) => {
  $("said").textContent = text;
  $("said").hidden = !text;
};
const cursor = new Cursor($("talk"), {
  tell,
  changed: ({ item, place, said }) => {
    $("done").textContent = said;
    if (item?.effect === "mask") likeIt($("alike"), cursor, place).catch((error) => tell(error.message));
  },
});

listen($("work"), () => "mark", (action) => {
  if (action === "close") return shut() || history.back();
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (action === "search") return location.assign(`/p/${boot.project}/search`);
  if (blurred()) return tell(t("js.blurred"));
  cursor.act(action);
});
printKeys();
watchRest();
ask("message", { message: boot.screen.message }).then((got) => cursor.show(got.messages), (error) => tell(error.message));
