// One list of labels, moved to the token that has the focus. While it is open
// the field has the focus: letters filter, digits choose, Escape goes back.
import { $, el, fill, labelName, t } from "./ui.js";
import { labels, labelOf } from "./units.js";

const popup = $("popup");
const filter = $("filter");
const list = $("choices");
let chosen = 0;
let rows = [];
let state = null; // { anchor, unit, take, home }

const percent = (p) => (p ? p.toLocaleString(document.documentElement.lang, { style: "percent" }) : "");
const nameOf = (label) => (label ? labelName(label) : t("js.nolabel"));

/** @param {HTMLElement} anchor @param {object} unit @param {(label: string) => void} take @param {() => void} home */
export function openPopup(anchor, unit, take, home) {
  state = { unit, take, home };
  filter.value = "";
  anchor.parentElement.append(popup);
  popup.hidden = false;
  chosen = 0;
  paint();
  const now = rows.findIndex((r) => r.label === labelOf(unit.mark));
  choose(Math.max(0, now));
  within();
  filter.focus();
}

/** Keeps the list inside the page, wherever the token stands. */
function within() {
  popup.style.insetInlineStart = "0";
  const { left, right } = popup.getBoundingClientRect();
  const over = Math.max(0, right + scrollX - document.documentElement.clientWidth + 8);
  popup.style.insetInlineStart = `${Math.max(8 - left - scrollX, -over)}px`;
}

/** Closes the list and tells whether it was open. */
export function closePopup() {
  if (popup.hidden) return false;
  popup.hidden = true;
  const { home } = state;
  state = null;
  home();
  return true;
}

function paint() {
  const wanted = filter.value.toLocaleLowerCase();
  const all = [...labels().map((label, i) => ({ label, digit: i < 9 ? String(i + 1) : "" })), { label: "", digit: "0" }];
  rows = all.filter((r) => [nameOf(r.label), r.label].some((name) => name.toLocaleLowerCase().includes(wanted)));
  fill(list, ...rows.map((r, i) => {
    const { suggested, before } = state.unit;
    const n = before.labels.find((c) => c.label === (r.label || "O"))?.n;
    return el("li", { role: "option", id: `choice${i}`, "aria-selected": "false", click: () => take(i) },
      el("kbd", { text: r.digit }), el("span", { text: nameOf(r.label) }),
      el("span", { class: "facts", text: suggested.label === r.label && r.label ? percent(suggested.p) : "" }),
      el("span", { class: "facts", text: n ? `${n}×` : "" }));
  }));
}

function choose(i) {
  if (!rows.length) return filter.removeAttribute("aria-activedescendant");
  chosen = (i + rows.length) % rows.length;
  [...list.children].forEach((node, k) => node.setAttribute("aria-selected", String(k === chosen)));
  filter.setAttribute("aria-activedescendant", `choice${chosen}`);
  list.children[chosen].scrollIntoView({ block: "nearest" });
}

function take(i) {
  const label = rows[i]?.label;
  if (label === undefined) return;
  const { take: taken } = state;
  closePopup();
  taken(label);
}

filter.addEventListener("input", () => {
  paint();
  choose(0);
});
filter.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const digit = /^(Digit|Numpad)[0-9]$/.test(event.code) && !event.ctrlKey && !event.altKey ? event.code.slice(-1) : "";
  if (step) choose(chosen + step);
  else if (event.key === "Enter") take(chosen);
  else if (event.key === "Escape") closePopup();
  else if (event.key === "Tab") closePopup();
  else if (digit) {
    filter.value = "";
    paint();
    take(rows.findIndex((r) => r.digit === digit));
  } else return;
  event.preventDefault();
  event.stopPropagation();
});
popup.addEventListener("focusout", (event) => {
  if (!popup.hidden && !popup.contains(event.relatedTarget) && event.relatedTarget) {
    popup.hidden = true;
    state = null;
  }
});
