// Before a message goes out whose place can still be told, the reviewer is asked.
import { $, t } from "./ui.js";

/**
 * Asks. The focus is on the way back, so that one Enter too many releases
 * nothing; a key held down answers nothing.
 * @param {string} p @param {string} threshold @param {() => void} sure @param {() => void} back
 */
export function askIfSure(p, threshold, sure, back) {
  const dialog = $("sure");
  $("sure-title").textContent = t("js.sure.title");
  $("sure-says").textContent = t("js.sure.says", p, threshold);
  $("sure-no").textContent = t("js.sure.no");
  $("sure-yes").textContent = t("js.sure.yes");
  const leave = (then) => (dialog.close(), then());
  dialog.onkeydown = (event) => {
    if (event.repeat && event.key !== "Tab") event.preventDefault();
  };
  dialog.querySelector("form").onsubmit = (event) => (event.preventDefault(), leave(sure));
  dialog.oncancel = (event) => (event.preventDefault(), leave(back));
  $("sure-no").onclick = () => leave(back);
  dialog.showModal();
  $("sure-no").focus();
}
