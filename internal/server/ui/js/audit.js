// The audit: its forms do the work. "Something leaks" asks which word, masks it
// everywhere and shows its like; the message is looked at again as it stands then.
import { $, ask, blur, blurred, boot, help, shut, t, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Cursor, likeIt } from "./cursor.js";

const tell = (text) => {
  if (!$("said")) return;
  $("said").textContent = text;
  $("said").hidden = !text;
};
const cursor = $("talk") && new Cursor($("talk"), {
  released: true, screen: "audit", tell,
  changed: ({ item, place, said }) => {
    $("done").textContent = `${said} ${t("js.look.again")}`;
    if (item?.effect === "mask") likeIt($("alike"), cursor, place).catch((error) => tell(error.message));
  },
});
let which = false; // the cursor is on a word of the text

/** Asks which word leaks. */
async function ask4() {
  try {
    cursor.show((await ask("message", { message: boot.screen.message, alone: true })).messages);
    which = true;
    $("which").hidden = false;
  } catch (error) {
    tell(error.message);
  }
}

const press = (action) => document.querySelector(`#work .actions [data-do="${action}"], #work form [data-do="${action}"]`)?.click();

/** Back to the question, with what is shown as it stands now. */
const back = () => (cursor?.done.length ? location.reload() : ((which = false), ($("which").hidden = true), press0()));
const press0 = () => document.querySelector('#work [data-do="keep"].first')?.focus();

listen($("work"), () => (which ? "mark" : "audit"), (action) => {
  if (action === "close") return shut() || (which && back());
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (blurred()) return tell(t("js.blurred"));
  if (which) return cursor.act(action);
  if (action === "mask" && cursor && boot.screen.may) return ask4();
  press(action);
});
$("leaks")?.addEventListener("submit", (event) => {
  if (!boot.screen.may || which) return;
  event.preventDefault();
  if (!blurred()) ask4();
});
printKeys();
watchRest();
if (document.activeElement === document.body) (document.querySelector("#work [autofocus]") ?? $("work")).focus();
