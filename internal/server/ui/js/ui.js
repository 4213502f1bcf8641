// Small helpers for all screens. Markup is made of nodes and text alone: the
// security policy forbids every sink that takes HTML.

/** What the server gave the page: keys, project, and the screen's own data. */
export const boot = JSON.parse(document.getElementById("boot")?.textContent || "{}");

export const $ = (id) => document.getElementById(id);

/**
 * Makes an element. Attributes go by name; class, text and data-* are plain
 * attributes too; a function is a listener; false and null leave it out.
 * @param {string} tag @param {Object<string, any>} attributes @param {...(Node|string|null)} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value == null) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else if (name === "text") node.textContent = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((c) => c != null));
  return node;
}

/**
 * Attributes of every element that holds text of messages: no spelling service, no translation.
 * The server says the direction of a message, since auto does not look into the <bdi> of its tokens.
 */
export const raw = (name = "", dir = "auto") => ({ class: ("raw " + name).trim(), translate: "no", spellcheck: "false", dir });

const lang = document.documentElement.lang || "fr";
const plurals = new Intl.PluralRules(lang);

/** A figure with some decimal places, as the reader's language writes it. */
export const figure = (x, places) => x.toLocaleString(lang, { minimumFractionDigits: places, maximumFractionDigits: places });

/** What stands for a key in the reader's language, with its blanks filled; {one|many} goes by the number before it, else the first. */
export function t(key, ...args) {
  let i = 0;
  let last = args.find((a) => typeof a === "number") ?? 0;
  return (boot.say?.[key] ?? key).replace(/%[sd]|\{([^{}|]*)\|([^{}|]*)\}/g, (blank, one, many) => {
    if (blank[0] === "{") return plurals.select(last) === "one" ? one : many;
    const arg = args[i++];
    if (typeof arg !== "number") return String(arg ?? "");
    last = arg;
    return arg.toLocaleString(lang);
  });
}

/** What a label is called; one that the project made for itself has its own name. */
export const labelName = (label) => boot.say?.["js.label." + label] ?? label;

/** Puts nodes in place of what an element holds. */
export function fill(node, ...children) {
  node.replaceChildren(...children.filter((c) => c != null));
}

/** Says something to screen readers alone. */
export function say(text) {
  const node = $("say");
  if (node) node.textContent = text;
}

/** A UUID of version 7 (RFC 9562, section 5.7). */
export function uuid() {
  const b = crypto.getRandomValues(new Uint8Array(16));
  let ms = Date.now();
  for (let i = 5; i >= 0; i--, ms = Math.floor(ms / 256)) b[i] = ms % 256;
  b[6] = (b[6] & 0x0f) | 0x70;
  b[8] = (b[8] & 0x3f) | 0x80;
  const h = Array.from(b, (x) => x.toString(16).padStart(2, "0")).join("");
  return [h.slice(0, 8), h.slice(8, 12), h.slice(12, 16), h.slice(16, 20), h.slice(20)].join("-");
}

/** An answer of the server that is not a yes. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error || t("js.server", status));
    this.status = status;
    this.body = body;
  }
}

/** Asks the project's API. A Refusal is the server's word; any other error means that it was not reached. */
export async function ask(what, body, options = {}) {
  const answer = await fetch(`/p/${boot.project}/api/${what}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...options,
  });
  const json = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, json);
  return json;
}

// The drawer: help, guidelines, search … beside the work, never over it all.
let opener = "";

/** Opens the drawer; the same name again closes it. Focus goes in only where there is something to do in it. */
export function drawer(name, title, body, focus = null) {
  const node = $("drawer");
  if (!node.hidden && opener === name) return shut();
  opener = name;
  $("drawer-title").textContent = title;
  fill($("drawer-body"), body);
  node.hidden = false;
  if (focus) focus.focus();
}

/** Closes the drawer and tells whether it was open. */
export function shut() {
  const node = $("drawer");
  if (!node || node.hidden) return false;
  const inside = node.contains(document.activeElement);
  node.hidden = true;
  opener = "";
  if (inside) document.dispatchEvent(new CustomEvent("bauta:home"));
  return true;
}

// Escape leaves the drawer from anywhere in it, on every screen.
$("drawer")?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  shut();
});

/** Shows the keys of the screen. */
export function help() {
  const body = document.importNode($("help-body").content, true);
  drawer("help", t("js.keys"), body);
  if (!$("drawer").hidden) $("drawer").focus();
}

// Text is blurred on request, after two minutes without input, and when the tab
// is hidden: offices are open.
const restBeforeBlur = 120_000;
let lastInput = performance.now();

export const blurred = () => document.documentElement.dataset.blur === "on";

/** @param {boolean} on */
export function blur(on) {
  document.documentElement.dataset.blur = on ? "on" : "";
  for (const b of document.querySelectorAll('[data-do="hide"]')) b.setAttribute("aria-pressed", String(on));
}

/** Milliseconds since the last input. */
export const resting = () => performance.now() - lastInput;

/** Watches for rest; call once on screens that show text. */
export function watchRest() {
  for (const kind of ["keydown", "pointerdown", "pointermove", "wheel"]) {
    addEventListener(kind, () => (lastInput = performance.now()), { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => document.hidden && blur(true));
  setInterval(() => resting() > restBeforeBlur && blur(true), 5000);
}
