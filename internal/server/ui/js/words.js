// The words of the corpus: some are chosen, and decided about together behind a preview.
import { $, ask, blur, blurred, el, fill, help, raw, shut, t, uuid, watchRest } from "./ui.js";
import { listen } from "./keymap.js";

const boxes = () => [...document.querySelectorAll('input[name="word"]')];
const tell = (text) => {
  $("said").textContent = text;
  $("said").hidden = !text;
};
const number = (n) => Number(n);

/** The box under the cursor. */
const here = () => boxes().indexOf(document.activeElement);
const go = (i) => boxes()[Math.min(Math.max(i, 0), boxes().length - 1)]?.focus();

/** What is chosen; without a choice, the word under the cursor. */
function chosen() {
  const on = boxes().filter((b) => b.checked);
  const list = on.length ? on : [document.activeElement].filter((b) => boxes().includes(b));
  return list.map((b) => ({ message: number(b.dataset.message), start: number(b.dataset.start), end: number(b.dataset.end) }));
}

async function decide(effect) {
  const words = chosen();
  if (!words.length) return tell(t("js.words.none"));
  const back = here();
  tell("");
  try {
    const item = { batch: uuid(), effect, words };
    const look = await ask("words/look", item);
    if (!(await confirmed(effect, look))) return go(back);
    const got = await ask("words/decide", item);
    sessionStorage.setItem("bauta:batch", item.batch);
    sessionStorage.setItem("bauta:words", t("js.words.done", got.words, got.places) + " " + got.refused.join(" "));
    location.reload();
  } catch (error) {
    tell(error.message);
  }
}

async function undo() {
  const batch = sessionStorage.getItem("bauta:batch");
  if (!batch) return tell(t("js.noundo"));
  try {
    const got = await ask("words/undo", { batch, effect: "", words: [] });
    sessionStorage.removeItem("bauta:batch");
    sessionStorage.setItem("bauta:words", t("js.undone", got.places));
    location.reload();
  } catch (error) {
    tell(error.message);
  }
}

function confirmed(effect, look) {
  const dialog = $("everywhere");
  const masks = effect === "mask";
  $("everywhere-title").textContent = t(masks ? "js.words.mask" : "js.words.keep", look.words);
  $("everywhere-count").textContent = t(masks ? "js.will.mask" : "js.words.readable", look.places);
  fill($("everywhere-places"), el("ul", { class: "lines" }, ...look.lines.map((l) =>
    el("li", {}, el("span", raw("text"), l.before, el("mark", {}, el("bdi", { text: l.hit })), l.after)))));
  $("everywhere-second").hidden = !look.second;
  $("everywhere-refused").hidden = !look.refused.length;
  $("everywhere-refused").textContent = look.refused.join(" ");
  const yes = $("everywhere-yes");
  yes.disabled = !look.words;
  return new Promise((resolve) => {
    const end = (wanted) => (dialog.close(), resolve(wanted));
    dialog.querySelector("form").onsubmit = (event) => (event.preventDefault(), end(!yes.disabled));
    dialog.oncancel = (event) => (event.preventDefault(), end(false));
    $("everywhere-no").onclick = () => end(false);
    dialog.showModal();
    (yes.disabled ? $("everywhere-no") : yes).focus();
  });
}

const acts = {
  mask: () => decide("mask"),
  keep: () => decide("keep"),
  undo,
  help,
  down: () => go(here() + 1),
  up: () => go(Math.max(0, here() - 1)),
  choose: () => {
    const box = boxes()[here()];
    if (box) box.checked = !box.checked;
  },
  open: () => document.activeElement.closest("tr")?.querySelector("a")?.click(),
  hide: () => blur(!blurred()),
  close: () => shut(),
};

listen($("work"), () => "words", (action) => {
  if (blurred() && !["help", "close", "hide"].includes(action)) return tell(t("js.blurred"));
  acts[action]?.();
});
$("all")?.addEventListener("change", (event) => boxes().forEach((b) => (b.checked = event.target.checked)));
$("done").textContent = sessionStorage.getItem("bauta:words") ?? "";
sessionStorage.removeItem("bauta:words");
watchRest();
if (document.activeElement === document.body) (boxes()[0] ?? $("work")).focus();
