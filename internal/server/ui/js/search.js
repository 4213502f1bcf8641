// Search: what is found can be masked where it stands.
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

$("find").addEventListener("submit", async (event) => {
  event.preventDefault();
  const pattern = $("pattern").value;
  if (!pattern) return;
  tell("");
  $("done").textContent = t("js.searching");
  try {
    const got = await ask("search", { pattern, plain: !$("regex").checked, cursor: true });
    if (got.wrong) return tell(`${got.wrong} (${(got.at ?? 0) + 1})`);
    $("done").textContent = t("js.found", got.found, got.messages) + (got.found > hits(got) ? " " + t("js.first", hits(got)) : "");
    cursor.show((got.talk ?? []).map((m, i) => ({ ...m, here: i === 0 })));
    if (!got.found) $("pattern").focus();
  } catch (error) {
    tell(error.message);
  }
});
const hits = (got) => got.talk?.length ?? 0;

listen($("work"), () => "mark", (action) => {
  if (action === "close") return shut() || $("pattern").focus();
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (action === "search") return $("pattern").select();
  if (blurred()) return tell(t("js.blurred"));
  const place = cursor.place();
  if (action === "open") return place && location.assign(`/p/${boot.project}/m/${place.message}`);
  cursor.act(action);
});
printKeys();
watchRest();
$("pattern").focus();
