// Screen C: what a message says of its place, before and after words are taken
// out. Both maps have one grid and one scale.
import { $, ask, blur, blurred, boot, el, figure, fill, help, raw, Refusal, say, shut, t, uuid, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Queue, showState } from "./queue.js";
import { draw, legendOf, lines, placeOf, ramp, steps } from "./grid.js";
import { authorPanel } from "./location_author.js";
import { askIfSure } from "./location_sure.js";

const work = $("work");
const layout = boot.screen;
const state = { task: null, out: [], word: 0, past: [], cursor: 0, flip: false, difference: false, scale: "log", threshold: 0.1, asked: 0, seen: 0, turned: 0, sending: false };
const queue = new Queue(`bauta:places:${boot.project}:${boot.user}`, taken, refused, showState, "location/accept");
const rows = 10;
/** The lowest threshold of the slider: an empty message is not below what is under it. */
const least = Math.min(1, Math.floor(100 * layout.lowest + 1) / 100);
const pct = (p) => figure(p, p < 0.1 ? 3 : 2);
/** A change of a probability; what cannot be seen in three places is none. */
const signed = (x) => (Math.abs(x) < 0.0005 ? "±0" : (x < 0 ? "−" : "+") + pct(Math.abs(x)));
const drafts = new Map(); // message → what is out and not accepted, while the page lives

// --- What is seen ------------------------------------------------------------

function show(task) {
  state.task = task;
  $("desk").hidden = !task;
  document.querySelector(".strip").hidden = !task;
  $("empty").hidden = Boolean(task);
  if (!task) return $("empty-title").focus();
  const draft = drafts.get(task.message);
  Object.assign(state, { out: [...(draft ?? task.out)], past: [], sending: false, seen: state.asked });
  const order = effects();
  state.word = order[0] ?? 0;
  state.cursor = layout.cells[best(task.before.p)] ?? 0;
  $("place").textContent = t("js.number.of", task.number, task.all);
  $("tally").textContent = t("js.location.done", task.done) + (task.chosen ? t("js.location.this") : "");
  paint();
  focus();
  if (draft) look();
  else if (task.least) tell(t(task.proved ? "js.location.least" : "js.location.few", task.least));
  dispatchEvent(new CustomEvent("bauta:painted", { detail: task.message }));
}

const best = (p) => p.reduce((b, x, i) => (x > p[b] ? i : b), 0);

/** Words by what each gives away, the most telling first. */
function effects() {
  return state.task.effects.map((e, i) => [e, i]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, i]) => i);
}

function paint() {
  const { task } = state;
  texts();
  const parts = [["before", task.before], ["after", task.after]];
  if (state.flip) [parts[0][1], parts[1][1]] = [parts[1][1], parts[0][1]];
  for (const [name, g] of parts) {
    const isAfter = (name === "after") !== state.flip;
    const p = state.difference && name === "after" ? g.p.map((x, i) => x - parts[0][1].p[i]) : g.p;
    $(`${name}-title`).textContent = t(state.difference && name === "after" ? "js.location.difference" : isAfter ? "js.location.after" : "js.location.before");
    draw($(`${name}-map`), layout, p, { threshold: state.threshold, scale: state.scale, cursor: state.cursor });
    $(`${name}-figures`).textContent = figures(g);
    $(`${name}-status`).textContent = status(g);
    $(`${name}-status`).dataset.bad = String(g.max >= state.threshold);
  }
  $("t").textContent = figure(state.threshold, 2);
  $("threshold").value = String(state.threshold);
  for (const name of ["flip", "difference"]) press(name, state[name]);
  press("scale", state.scale === "linear");
  words();
  legend();
  table();
}

const press = (name, on) => document.querySelector(`[data-do="${name}"]`).setAttribute("aria-pressed", String(on));

function figures(g) {
  const n = g.p.filter((x) => x >= state.threshold).length;
  return t("js.location.figures", pct(g.max), n, figure(g.effective, 1));
}

/** The status, and where people were asked too, the class of four. */
function status(g) {
  const machine = g.max >= state.threshold;
  const says = t(machine ? "js.location.told" : "js.location.safe");
  if (g.people == null) return says;
  const people = g.people >= 0.5;
  const four = t(machine ? (people ? "js.location.both" : "js.location.machine") : people ? "js.location.people" : "js.location.neither");
  return `${says}; ${four} (${t("js.location.share", pct(g.people))})`;
}

/** The message before, and with what is taken out struck and replaced. */
function texts() {
  const { pieces } = state.task;
  const before = [];
  const after = [];
  let masked = false;
  state.out.forEach((out, i) => {
    const gap = pieces[2 * i];
    const word = pieces[2 * i + 1];
    const here = i === state.word ? { "data-here": "" } : {};
    before.push(gap, el(out ? "del" : "span", here, el("bdi", { text: word })));
    if (!out) after.push(gap, el("span", here, el("bdi", { text: word })));
    else if (!masked || gap.trim()) after.push(gap, el("mark", { class: "instead", text: t("js.location.out") }));
    masked = out;
  });
  $("before-text").dir = $("after-text").dir = state.task.dir;
  fill($("before-text"), ...before, pieces.at(-1));
  fill($("after-text"), ...after, pieces.at(-1));
}

const effectSays = (i) => t("js.location.effect", state.task.pieces[2 * i + 1], signed(state.task.effects[i]), t(state.out[i] ? "js.location.taken" : "js.location.there"));

function words() {
  const { task } = state;
  const inside = $("words").contains(document.activeElement) || document.activeElement === document.body;
  fill($("words"), ...effects().map((i) => el("button", {
    class: "token", type: "button", "data-word": i, tabindex: i === state.word ? "0" : "-1", "data-run": i === state.word, "data-tag": state.out[i] ? "B" : "O",
    "data-says": signed(task.effects[i]) + (state.out[i] ? t("js.location.gone") : ""),
    "aria-label": effectSays(i),
    click: () => point(i),
  }, el("bdi", { ...raw(), text: task.pieces[2 * i + 1] }))));
  if (inside) focus();
}

const focus = () => ($("words").querySelector(`[data-word="${state.word}"]`) ?? work).focus();

function legend() {
  const low = [...steps[state.scale], 1];
  fill($("legend"), ...ramp.map((color, i) => {
    const swatch = el("canvas", { width: 18, height: 18, "aria-hidden": "true" });
    const c = swatch.getContext("2d");
    c.fillStyle = color;
    c.fillRect(0, 0, 18, 18);
    return el("span", { class: "step" }, swatch, `${low[i]}–${low[i + 1]}`);
  }), el("span", { class: "step", text: t("js.location.framed") }));
}

const cellName = (cell) => {
  const [row, col] = placeOf(cell, layout);
  return t("js.location.cell", row + 1, col + 1);
};

function table() {
  const { before, after } = state.task;
  const order = before.p.map((p, i) => [p, i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, rows);
  fill($("rows"), ...order.map(([p, i]) => el("tr", { "data-cell": layout.cells[i] },
    el("th", { scope: "row", text: cellName(layout.cells[i]) }), el("td", { class: "figure", text: figure(p, 6) }), el("td", { class: "figure", text: figure(after.p[i], 6) }),
    el("td", { text: [p >= state.threshold && t("js.location.was"), after.p[i] >= state.threshold && t("js.location.is")].filter(Boolean).join(t("js.location.and")) || "–" }))));
}

function tell(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
}

// --- Changing ------------------------------------------------------------------

function point(i) {
  state.word = i;
  paint();
  focus();
  say(effectSays(i));
}

async function take(out) {
  if (state.out[state.word] === out) return;
  state.past.push([...state.out]);
  state.out[state.word] = out;
  await look();
}

/** What can be inferred now; the newest question alone is answered. */
async function look() {
  const turn = ++state.asked;
  const { task } = state;
  if (state.out.every((o, i) => o === task.out[i])) drafts.delete(task.message);
  else drafts.set(task.message, [...state.out]);
  paint();
  focus();
  try {
    const got = await ask("location/look", { message: task.message, out: state.out });
    if (turn !== state.asked || state.task !== task) return;
    task.after = got;
    state.seen = turn;
    paint(); // the focus stays where it is: it may be in the drawer by now
    dispatchEvent(new CustomEvent("bauta:after"));
  } catch (error) {
    tell(error.message);
  }
}

function setThreshold(to) {
  state.threshold = Math.round(100 * Math.min(1, Math.max(least, to))) / 100;
  paint();
}

function move(dRow, dCol) {
  const [row, col] = placeOf(state.cursor, layout);
  const r = Math.min(Math.max(row + dRow, 0), layout.rows - 1);
  const c = Math.min(Math.max(col + dCol, 0), layout.cols - 1);
  state.cursor = (layout.rows - 1 - r) * layout.cols + c;
  paint();
  focus();
  const i = layout.cells.indexOf(state.cursor);
  const p = i < 0 ? 0 : state.task.before.p[i];
  const side = t(p >= state.threshold ? "js.location.over" : "js.location.under");
  say(t("js.location.cursor", cellName(state.cursor), figure(p, 2), side, figure(i < 0 ? 0 : state.task.after.p[i], 2)));
}

function step(by) {
  const order = effects();
  point(order[(order.indexOf(state.word) + by + order.length) % order.length]);
}

// --- Moving on -------------------------------------------------------------------

function taken(item, answer) {
  if (!state.task || state.task.message === item.message) show(answer.next);
}

function refused(item, error) {
  drafts.set(item.message, item.out);
  state.sending = false;
  tell(error.message);
}

async function load(message, by, exactly = false) {
  const turn = ++state.turned;
  try {
    const task = await ask("location/task", { message, step: by, this: exactly });
    if (turn === state.turned) show(task);
  } catch (error) {
    tell(error instanceof Refusal && error.status === 404 ? t("js.firstone") : error.message);
  }
}

/** Accepts what is on the screen; a message whose place can still be told only when the reviewer is sure. */
async function accept() {
  const { task } = state;
  if (state.seen !== state.asked) await look(); // the answer is on its way: it decides
  if (state.task !== task || state.sending || state.seen !== state.asked) return;
  const { max } = task.after;
  if (max < state.threshold) return release(false);
  askIfSure(pct(max), figure(state.threshold, 2), () => state.task === task && release(true), focus);
}

function release(sure) {
  drafts.delete(state.task.message);
  state.sending = true;
  state.turned++; // what was asked for before comes too late
  queue.add({ id: uuid(), message: state.task.message, out: state.out, threshold: state.threshold, sure });
}

const acts = {
  accept,
  word: () => step(1),
  back: () => step(-1),
  mask: () => take(true),
  restore: () => take(false),
  undo: () => {
    const last = state.past.pop();
    if (!last) return;
    state.out = last;
    look();
  },
  flip: () => toggle("flip"),
  difference: () => toggle("difference"),
  scale: () => {
    state.scale = state.scale === "log" ? "linear" : "log";
    paint();
    focus();
  },
  table: () => $("cells").focus(),
  author: () => authorPanel(state.task, state.out, {
    layout, how: state, figures, status, cellName, signed,
    open: (message) => {
      shut();
      load(message, 0, true);
    },
  }),
  up: () => move(-1, 0),
  down: () => move(1, 0),
  left: () => move(0, -1),
  right: () => move(0, 1),
  less: () => setThreshold(state.threshold - 0.01),
  more: () => setThreshold(state.threshold + 0.01),
  lower: () => setThreshold(state.threshold - 0.05),
  higher: () => setThreshold(state.threshold + 0.05),
  undone: () => load(state.task.message, 0),
  search: find,
};

function toggle(name) {
  state[name] = !state[name];
  paint();
  focus();
}

/** Goes to a word by its letters. */
function find() {
  const input = el("input", { ...raw(), type: "text", id: "find", autocomplete: "off", "aria-label": t("js.location.find") });
  $("words").before(input);
  input.focus();
  const leave = () => {
    input.remove();
    focus();
  };
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const wanted = input.value.toLocaleLowerCase();
    const at = state.out.findIndex((_, i) => state.task.pieces[2 * i + 1].toLocaleLowerCase().includes(wanted));
    if (event.key === "Enter" && wanted && at >= 0) state.word = at;
    paint();
    leave();
  });
}

function act(action) {
  if (action === "close") return shut() || (state.task && focus());
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (action === "previous") return load(state.task?.message ?? Number.MAX_SAFE_INTEGER, -1);
  if (!state.task) return;
  if (state.sending) return tell(t("js.onway"));
  tell("");
  acts[action]?.();
}

printKeys();
state.threshold = Math.max(least, Math.round(100 * (layout.threshold || (layout.lowest < 0.1 ? 0.1 : 2 * layout.lowest))) / 100);
$("threshold").min = String(least);
lines($("before-lines"), layout, layout.outline);
lines($("after-lines"), layout, layout.outline);
for (const name of ["before", "after"]) legendOf($(`${name}-map`).parentElement, layout);
$("threshold").addEventListener("input", (event) => setThreshold(Number(event.target.value)));
$("threshold").addEventListener("keydown", (event) => {
  const by = { PageUp: 0.05, PageDown: -0.05 }[event.key];
  if (event.key === "Escape") focus();
  if (!by) return;
  event.preventDefault();
  setThreshold(state.threshold + by);
});
for (const name of ["before", "after"]) $(`${name}-map`).addEventListener("click", (event) => {
  const box = event.target.getBoundingClientRect();
  const r = Math.floor((event.clientY - box.top) / box.height * layout.rows);
  const c = Math.floor((event.clientX - box.left) / box.width * layout.cols);
  const [row, col] = placeOf(state.cursor, layout);
  move(r - row, c - col);
});
document.addEventListener("bauta:home", () => state.task && focus());
addEventListener("beforeunload", (event) => drafts.size && event.preventDefault());
listen(work, () => "location", act);
watchRest();
show(layout.task);
say(t("js.location.cells", layout.cells.length));
