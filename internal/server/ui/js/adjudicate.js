// Screen B2: what annotators of one message said, row by row, and what is right
// where they differ. What they say alike is gold already.
import { $, ask, blur, blurred, boot, drawer, el, fill, help, raw, say, shut, t, uuid, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Queue, showState } from "./queue.js";
import { Effort } from "./effort.js";
import { preview, tagName, tags, tagSays } from "./units.js";
import { closePopup, openPopup } from "./popup.js";
import { contextPanel } from "./panels.js";

const work = $("work");
const state = { task: null, units: [], runs: [], at: 0, past: [], reason: "", sending: false, asked: 0 };
const effort = new Effort(work);
const queue = new Queue(`bauta:gold:${boot.project}:${boot.user}`, taken, refused, showState, "adjudicate/save");
const reasons = { ambiguous: "ambiguous", gap: "guideline", slip: "slip" };

/** Neighbouring units that differ are one question. Where nothing does, each unit is one. */
function runsOf(differs) {
  const out = [];
  differs.forEach((d, i) => {
    if (!d) return;
    const last = out.at(-1);
    if (last && last.end === i) last.end++;
    else out.push({ start: i, end: i + 1, taken: "" });
  });
  return out.length ? out : differs.map((_, i) => ({ start: i, end: i + 1, taken: "A" }));
}

function show(task) {
  closePopup();
  state.task = task;
  $("desk").hidden = !task;
  document.querySelector(".strip").hidden = !task;
  $("empty").hidden = Boolean(task);
  if (!task) return $("empty-title").focus();
  state.units = task.voices[0].marks.map((mark, i) => ({
    gap: task.pieces[2 * i], text: task.pieces[2 * i + 1], start: task.at[2 * i], end: task.at[2 * i + 1], mark: task.differs[i] ? "" : mark,
    suggested: {}, before: { labels: [] },
  }));
  Object.assign(state, { runs: runsOf(task.differs), at: 0, past: [], reason: "", sending: false });
  $("place").textContent = t("js.number", task.number);
  $("left").textContent = t("js.waiting", task.left);
  $("flagged").hidden = !task.flagged;
  $("take-b").disabled = task.voices.length < 2;
  paint();
  effort.begin();
}

const here = () => state.runs[state.at];

/** A tag in a cell: what goes on from the word before has dots ahead of it, and what has no label a dash. */
function cellOf(tag) {
  const seen = tag === "O" ? "–" : (tag.startsWith("I-") ? "… " : "") + tagName(tag);
  return [el("span", { "aria-hidden": "true", text: seen }), el("span", { class: "hushed", text: tagSays(tag) })];
}

/** The rows: the words, each voice, and gold; one column a unit. */
function paint() {
  const { task, units } = state;
  const run = here();
  const inRun = (i) => run && i >= run.start && i < run.end;
  const voice = (v, n) => {
    const letter = "ABCDEFGHIJ"[n] ?? "…";
    const all = tags(v.marks.map((mark) => ({ mark })));
    return el("tr", {}, el("th", { scope: "row", text: v.n > 1 ? `${letter} (${v.n})` : letter }), ...all.map((tag, i) =>
      el("td", { "data-differs": task.differs[i], "data-here": inRun(i), "data-iob": tag }, ...cellOf(tag), task.differs[i] ? el("span", { class: "letter", text: letter }) : null)));
  };
  const gold = tags(units);
  $("voices").dir = $("result").dir = task.dir;
  fill($("voices"), el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "row", text: t("js.adjudicate.words") }), ...units.map((u) => el("td", {}, el("bdi", { ...raw(), text: u.text }))))),
    el("tbody", {}, ...task.voices.map(voice),
      el("tr", {}, el("th", { scope: "row", text: t("js.adjudicate.gold") }), ...gold.map((tag, i) => {
        const at = state.runs.findIndex((r) => i >= r.start && i < r.end);
        const open = at >= 0 && !state.runs[at].taken;
        return el("td", { "data-here": inRun(i), "data-taken": !open, class: "gold token-box-cell", tabindex: run?.start === i ? "0" : null,
          "aria-label": `${units[i].text}, ${open ? t("js.open") : tagSays(tag)}`, "data-iob": open ? "?" : tag }, el("span", { class: "token-box" }, el("span", {}, ...(open ? ["?"] : cellOf(tag)))));
      })))));
  $("result").textContent = preview(units);
  $("next-says").textContent = state.runs.every((r) => r.taken) ? t("js.next.save") : t("js.next.differ");
  for (const [name, reason] of Object.entries(reasons)) {
    document.querySelector(`[data-do="${name}"]`).setAttribute("aria-pressed", String(state.reason === reason));
  }
  focus();
}

const cell = () => document.querySelector("#voices td.gold[tabindex]");
const focus = () => (cell() ?? work).focus();

function settle(by, markAt) {
  const run = here();
  state.past.push({ marks: state.units.map((u) => u.mark), taken: state.runs.map((r) => r.taken), at: state.at });
  for (let i = run.start; i < run.end; i++) state.units[i].mark = markAt(i);
  run.taken = by;
  say(`${by}: ${tags(state.units).slice(run.start, run.end).map(tagSays).join(", ")}`);
  const open = state.runs.findIndex((r) => !r.taken);
  if (open >= 0) state.at = open;
  paint();
}

function next() {
  const open = state.runs.findIndex((r, i) => !r.taken && i > state.at);
  const any = open >= 0 ? open : state.runs.findIndex((r) => !r.taken);
  if (any >= 0) {
    state.at = any;
    return paint();
  }
  state.sending = true;
  state.asked++; // what was asked for before comes too late
  queue.add({
    id: uuid(), message: state.task.message, act: "gold", reason: state.reason, expect: state.task.version, panelMs: 0, ...effort.take(),
    at: state.task.at, cuts: [], marks: state.units.map((u) => u.mark),
  });
}

function tell(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
}

function taken(item, answer) {
  if (!state.task || state.task.message === item.message) show(answer.next);
}

function refused(item, error) {
  state.sending = false;
  tell(error.status === 409 ? t("js.adjudicated") : error.message);
  if (error.status === 409) load(item.message);
}

async function load(after) {
  const turn = ++state.asked;
  try {
    const next = await ask("adjudicate/next", { after });
    if (turn === state.asked) show(next);
  } catch (error) {
    tell(error.message);
  }
}

const acts = {
  takeA: () => settle("A", (i) => state.task.voices[0].marks[i]),
  takeB: () => state.task.voices[1] && settle("B", (i) => state.task.voices[1].marks[i]),
  other: () => openPopup(cell().firstElementChild.firstElementChild, state.units[here().start], (label) => settle("other", () => label), focus),
  next,
  left: () => move(-1),
  right: () => move(1),
  later: () => load(state.task.message),
  undo: () => {
    const last = state.past.pop();
    if (!last) return;
    last.marks.forEach((mark, i) => (state.units[i].mark = mark));
    last.taken.forEach((by, i) => (state.runs[i].taken = by));
    state.at = last.at;
    paint();
  },
  context: () => contextPanel({ message: state.task.message }, true),
};

function move(step) {
  state.at = Math.min(Math.max(state.at + step, 0), state.runs.length - 1);
  paint();
}

function act(action) {
  if (action === "close") return closePopup() || (shut(), focus());
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (action === "guide") return drawer("guide", t("js.guide"), document.importNode($("guide-body").content, true));
  if (!state.task) return;
  if (state.sending) return tell(t("js.onway"));
  tell("");
  if (reasons[action]) {
    state.reason = state.reason === reasons[action] ? "" : reasons[action];
    return paint();
  }
  acts[action]?.();
}

printKeys();
listen(work, () => "adjudicate", act);
document.addEventListener("bauta:home", focus);
watchRest();
show(boot.screen.task);
