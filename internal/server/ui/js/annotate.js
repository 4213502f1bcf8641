// Screen B: a label for each token. What is saved is sent behind; unsaved labels
// are kept (bytes and labels, never text) until they are saved.
import { $, ask, blur, blurred, boot, drawer, el, fill, help, labelName, raw, Refusal, say, shut, t, uuid, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Queue, showState } from "./queue.js";
import { Effort } from "./effort.js";
import { labelOf, labels, letters, preview, sent, split, tagName, tags, tagSays, unitsOf } from "./units.js";
import { closePopup, openPopup } from "./popup.js";
import { contextPanel } from "./panels.js";
import { examplesPanel, pilesPanel } from "./annotate_panels.js";

const work = $("work");
const state = { task: null, units: [], at: 0, from: 0, past: [], future: [], panel: "", dirty: false, sending: false, asked: 0 };
const effort = new Effort(work);
const draftsAt = `bauta:drafts:${boot.project}:${boot.user}`;
const queue = new Queue(`bauta:labels:${boot.project}:${boot.user}`, taken, refused, showState, "annotate/save");

// --- How long "labelled before" was open ------------------------------------

let opened = 0;
let panelMs = 0;
const panel = $("before-panel");
const lookOn = () => (opened = panel.open && !document.hidden ? performance.now() : 0);
function lookOff() {
  if (opened) panelMs += performance.now() - opened;
  opened = 0;
}

// --- Drafts: unsaved labels survive navigation -------------------------------

const drafts = () => JSON.parse(sessionStorage.getItem(draftsAt) || "{}");

function keepDraft() {
  const all = drafts();
  if (state.dirty) all[state.task.message] = { ...sent(state.task, state.units), version: state.task.version };
  else delete all[state.task.message];
  sessionStorage.setItem(draftsAt, JSON.stringify(all));
  $("draft").textContent = state.dirty ? t("js.unsaved") : "";
}

/** Lays a draft over the units of a message: first the splits, then the marks. */
function restore(draft) {
  for (const at of draft.cuts) {
    const i = state.units.findIndex((u) => u.start < at && at < u.end);
    for (let n = 1; i >= 0 && n < letters(state.units[i].text); n++) {
      const parts = split(state.units[i], n);
      if (parts[1].start !== at) continue;
      state.units.splice(i, 1, ...parts);
      break;
    }
  }
  if (draft.marks.length === state.units.length) state.units.forEach((u, i) => (u.mark = draft.marks[i]));
}

// --- What is seen ------------------------------------------------------------

/** Shows a message, or that nothing is left. */
function show(task) {
  closePopup();
  state.task = task;
  $("empty").hidden = Boolean(task);
  for (const node of document.querySelectorAll("#desk, .strip")) node.hidden = !task;
  if (!task) return $("empty-title").focus();
  state.units = unitsOf(task);
  Object.assign(state, { at: 0, from: 0, past: [], future: [], dirty: false, panel: "", sending: false });
  $("skip-reasons").hidden = true;
  const draft = drafts()[task.message];
  if (draft && draft.version === task.version) {
    restore(draft);
    state.dirty = true;
  }
  keepDraft();
  head();
  const first = state.units.findIndex((u) => u.mark);
  state.at = state.from = Math.max(0, first);
  panelMs = 0;
  // Where agreement is measured, looking is a choice, and counted.
  panel.open = !task.blind;
  lookOn();
  paint();
  effort.begin();
  dispatchEvent(new CustomEvent("bauta:painted", { detail: task.message }));
}

function head() {
  const { task } = state;
  const w = task.work;
  $("place").textContent = t("js.number.of", task.number, w.messages);
  $("tally").textContent = t("js.work", w.done, w.skipped, w.flagged);
  $("done").value = w.done + w.left ? Math.round((100 * w.done) / (w.done + w.left + w.skipped)) : 100;
  $("blind").hidden = !task.blind;
  const says = [];
  if (task.state === "done") says.push(t("js.was.done"));
  if (task.state === "skipped") says.push(t("js.was.skipped", t("js.reason." + task.reason)));
  if (task.flagged) says.push(t("js.was.flagged"));
  if (task.outdated) says.push(t("js.was.older", task.guideline));
  $("standing").textContent = says.join(" ");
  $("standing").hidden = !says.length;
}

const reach = () => [Math.min(state.at, state.from), Math.max(state.at, state.from)];

const beforeSays = (u) => u.before.labels.map((c) => `${labelName(c.label)} ${c.n}`).join(", ");

/** The accessible name of a token: what it is, where, and what is known of it. */
function nameOf(u, i, tag) {
  const parts = [u.text, t("js.token", i + 1, state.units.length), tagSays(tag)];
  if (u.suggested.label) parts.push(t("js.suggested", labelName(u.suggested.label), Math.round(100 * u.suggested.p)));
  if (u.before.labels.length) parts.push(t("js.formerly", beforeSays(u)));
  return parts.join(", ");
}

function paint(focus = true) {
  const all = tags(state.units);
  const [lo, hi] = reach();
  $("tokens").dir = $("result").dir = state.task.dir;
  fill($("tokens"), ...state.units.map((u, i) => el("span", { class: "token-box" },
    el("button", {
      class: "token", type: "button", tabindex: i === state.at ? "0" : "-1", "data-tag": all[i][0], "data-iob": all[i], "data-says": all[i].startsWith("B-") ? tagName(all[i]) : "", "data-run": i >= lo && i <= hi, "data-glued": i > 0 && u.gap === "",
      "aria-label": nameOf(u, i, all[i]), click: (event) => point(i, event.shiftKey), dblclick: () => act("open"),
    }, el("bdi", { ...raw(), text: u.text })))));
  $("result").textContent = preview(state.units);
  before();
  if (focus) button()?.focus();
}

const button = () => $("tokens").querySelectorAll(".token")[state.at];

/** What is said of others' labels: on a message for several, and to annotators, nothing. */
function others(task, before) {
  if (task.blind) return t("js.others.hidden");
  return task.alone ? t("js.others.hidden") : t("js.others", before.others ?? 0);
}

/** "Labelled before" of the token that has the focus. */
function before() {
  const u = state.units[state.at];
  if (!u) return;
  $("before-title").textContent = t("js.before.title");
  const most = Math.max(1, ...u.before.labels.map((c) => c.n));
  const b = u.before;
  const rows = b.labels.map((c) => el("tr", {}, el("th", { scope: "row", text: labelName(c.label) }),
    el("td", {}, el("meter", { min: 0, max: most, value: c.n, "aria-label": `${labelName(c.label)}, ${c.n}` })), el("td", { class: "figure", text: String(c.n) })));
  fill($("before"),
    el("p", {}, el("bdi", { ...raw(), text: u.text })),
    rows.length ? el("table", { class: "bars" }, el("tbody", {}, ...rows)) : el("p", { class: "facts", text: t("js.never.others") }),
    el("p", { class: "facts", text: t("js.you.gold", b.mine ?? 0, b.gold ?? 0) + others(state.task, b) }));
}

function tell(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
}

// --- Changing labels ---------------------------------------------------------

function point(i, extend = false) {
  state.at = Math.min(Math.max(i, 0), state.units.length - 1);
  if (!extend) state.from = state.at;
  paint();
}

const copy = () => state.units.map((u) => ({ ...u }));

/** Makes a change that undo takes back. */
function change(make) {
  state.past.push({ units: copy(), at: state.at, from: state.from });
  state.future = [];
  make();
  changed();
}

function changed() {
  state.dirty = state.units.some((u, i) => u.cut || u.mark !== state.task.marks[i]);
  keepDraft();
  paint();
}

function back(from, to) {
  const last = from.pop();
  if (!last) return;
  to.push({ units: copy(), at: state.at, from: state.from });
  Object.assign(state, last);
  changed();
}

/** Labels the run: its first token begins an entity where that is asked for. */
function mark(label, begins = false) {
  const [lo, hi] = reach();
  change(() => {
    for (let i = lo; i <= hi; i++) state.units[i].mark = label && begins && i === lo ? "B-" + label : label;
    // What came after keeps its own beginning.
    const next = state.units[hi + 1];
    if (next && next.mark && label !== labelOf(next.mark)) next.mark = labelOf(next.mark);
    state.at = state.from = Math.min(hi + 1, state.units.length - 1);
  });
  say(label ? labelName(label) + (hi > lo ? `, ${t("js.tokens", hi - lo + 1)}` : "") : t("js.nolabel"));
}

/** Splits a token one letter further with each press, and joins it at the end. */
function cut() {
  const i = state.at;
  const u = state.units[i];
  const after = state.units[i + 1];
  if (after?.cut) { // joined, then split one letter further
    const whole = { ...u, text: u.text + after.text, end: after.end };
    const parts = split(whole, letters(u.text) + 1);
    change(() => state.units.splice(i, 2, ...(parts ?? [whole])));
    return;
  }
  const parts = split(u, 1);
  if (!parts) return tell(t("js.one.letter"));
  change(() => state.units.splice(i, 1, ...parts));
}

// --- Saving and moving on ----------------------------------------------------

function send(name, reason = "") {
  lookOff();
  const item = {
    id: uuid(), message: state.task.message, act: name, reason, expect: state.task.version, panelMs: Math.min(120000, Math.round(panelMs)), ...effort.take(),
    ...(name === "label" ? sent(state.task, state.units) : { at: [], cuts: [], marks: [] }),
  };
  if (name === "label") {
    state.dirty = false;
    keepDraft();
  }
  state.sending = name !== "flag";
  state.asked++; // what was asked for before comes too late
  panelMs = 0;
  queue.add(item);
}

function taken(item, answer) {
  if (item.act === "flag") {
    if (state.task?.message === item.message) {
      Object.assign(state.task, { version: answer.version, flagged: true });
      head();
      keepDraft();
      lookOn();
    }
    return;
  }
  if (!state.task || state.task.message === item.message) show(answer.next);
}

/** Where what was sent is refused, its labels are a draft again. */
function refused(item, error) {
  state.sending = false;
  tell(error.status === 409 ? t("js.saved.elsewhere") : error.message);
  if (item.act === "label") load({ message: item.message }, item);
}

async function load(what, draft = null) {
  const turn = ++state.asked;
  try {
    const task = await ask("annotate/task", { message: 0, step: 0, ...what });
    if (turn !== state.asked) return;
    show(task);
    if (draft && task) {
      restore(draft);
      changed();
    }
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) tell(t(what.step < 0 ? "js.firstone" : "js.nosuch"));
    else tell(error.message);
  }
}

const acts = {
  save: () => send("label"),
  left: () => point(state.at - (rightToLeft() ? -1 : 1)),
  right: () => point(state.at + (rightToLeft() ? -1 : 1)),
  shrink: () => point(state.at - 1, true),
  extend: () => point(state.at + 1, true),
  open: () => openPopup(button(), state.units[state.at], (label) => mark(label), () => button()?.focus()),
  label0: () => mark(""),
  split: cut,
  undone: () => load({}),
  previous: () => load({ message: state.task.message, step: -1 }),
  skip: () => {
    state.panel = "skip";
    $("skip-reasons").hidden = false;
    $("skip-reasons").querySelector("button").focus();
  },
  unreadable: () => skip("unreadable"),
  language: () => skip("language"),
  guideline: () => skip("guideline"),
  later: () => skip("later"),
  flag: () => send("flag"),
  undo: () => back(state.past, state.future),
  redo: () => back(state.future, state.past),
  context: () => contextPanel({ message: state.task.message }),
  search: () => examplesPanel(state.task.message),
};

/** Arrows go as the eye does. */
const rightToLeft = () => getComputedStyle($("tokens")).direction === "rtl";

function skip(reason) {
  state.panel = "";
  button()?.focus(); // the reasons go, and the answer is still to come
  $("skip-reasons").hidden = true;
  send("skip", reason);
}

function close() {
  state.panel = "";
  $("skip-reasons").hidden = true;
  if (closePopup()) return;
  shut();
  button()?.focus();
}

function act(action) {
  if (action === "close") return close();
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (action === "guide") return drawer("guide", t("js.guide"), document.importNode($("guide-body").content, true));
  if (action === "revisit") return pilesPanel((message) => load({ message }));
  if (!state.task) return;
  // Keys pressed meanwhile would change what is gone already.
  if (state.sending) return tell(t("js.onway"));
  tell("");
  const numbered = /^(label|force)([1-9])$/.exec(action);
  if (numbered) {
    const label = labels()[numbered[2] - 1];
    return label && mark(label, numbered[1] === "force");
  }
  acts[action]?.();
}

printKeys();
if (boot.screen.simple || !boot.screen.task) {
  if (!boot.screen.task) listen(work, () => "annotate", act);
} else {
  $("simple").hidden = true;
  panel.addEventListener("toggle", () => (lookOff(), lookOn()));
  document.addEventListener("visibilitychange", () => (lookOff(), lookOn()));
  document.addEventListener("bauta:home", () => button()?.focus());
  addEventListener("beforeunload", (event) => state.dirty && event.preventDefault());
  listen(work, () => (state.panel ? "annotate.skip" : "annotate"), act);
  watchRest();
  show(boot.screen.task);
}
