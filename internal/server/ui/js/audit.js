// The audit: ten messages a screen, a digit says which one leaks (by names: once more for each name), Enter saves. What was
// found is masked here: the cursor is on its words until Escape.
import { $, ask, blur, blurred, boot, help, shut, t, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Cursor, likeIt } from "./cursor.js";

const tell = (text) => {
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
let which = false; // the cursor is on a word of a message that leaks
let sought = null; // the message it is on, or will be when it has come

/** Puts the cursor on a message in which something was found. Asked twice, it stays where it is. */
async function seek(message) {
  if (message === sought) return which && cursor.mark(true);
  sought = message;
  try {
    const got = await ask("message", { message, alone: true });
    if (message !== sought) return;
    cursor.show(got.messages);
    which = true;
  } catch (error) {
    if (message === sought) sought = null;
    tell(error.message);
  }
}

/** Back to the screen. */
function back() {
  if (!which) return false;
  which = false;
  sought = null;
  home();
  return true;
}
const home = () => ($("screen")?.querySelector("[data-digit]") ?? document.querySelector("#work [autofocus]") ?? $("work")).focus();

function mark(digit) {
  const box = document.querySelector(`input[data-digit="${digit % 10}"]`);
  if (!box) return;
  if (box.type === "checkbox") box.checked = !box.checked;
  else count(box, (Number(box.value) + 1) % (Number(box.max) + 1));
  box.focus();
}

/** How many names of a message are left, where names are the unit. */
function count(box, n) {
  box.value = n;
  box.closest("label").classList.toggle("leaks", n > 0);
}

/** What a key or a button does. */
function act(action) {
  if (action === "close") return shut() || back();
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (blurred()) return tell(t("js.blurred"));
  if (which && boot.screen.may) return cursor.act(action);
  if (action === "save") return $("screen")?.requestSubmit();
  if (action.startsWith("leak")) mark(Number(action.slice(4)));
}

listen($("work"), () => (which ? "mark" : "audit"), act);
// A box takes keys for itself; here it is one of ten.
$("screen")?.addEventListener("keydown", (event) => {
  if (!event.target.dataset.digit || event.ctrlKey || event.altKey || event.metaKey) return;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  if (!digit && event.key !== "Enter" && !/^[h?]$/.test(event.key)) return;
  event.preventDefault();
  if (!event.repeat) act(digit ? `leak${digit[1] === "0" ? 10 : digit[1]}` : { Enter: "save", h: "hide", "?": "help" }[event.key]);
});
$("screen")?.addEventListener("input", ({ target }) => {
  if (target.type === "number") count(target, Math.min(Number(target.max), Math.max(0, Math.trunc(Number(target.value)) || 0)));
});
$("screen")?.addEventListener("submit", (event) => {
  if (blurred()) event.preventDefault();
});
for (const button of document.querySelectorAll("[data-leak]")) button.addEventListener("click", () => seek(Number(button.dataset.leak)));
printKeys();
watchRest();
home();
if (cursor && boot.screen.message && !$("screen") && !$("doubtful")) seek(boot.screen.message);
