// Screen A: groups of one word, decided by one key. What is decided is painted
// at once and sent behind; the next groups are here already.
import { $, ask, blur, blurred, boot, drawer, figure, help, labelName, Refusal, resting, say, shut, t, uuid, watchRest } from "./ui.js";
import { listen, printKeys } from "./keymap.js";
import { Queue, showState } from "./queue.js";
import { Effort } from "./effort.js";
import { reach, stretch } from "./tokens.js";
import * as draw from "./desk.js";
import { preview } from "./never.js";
import { searchPanel, revisitPanel, contextPanel } from "./panels.js";

const work = $("work");
const ahead = 3; // fewer groups than this left: ask for more
const claimsPerCount = 10;
const token = sessionStorage.getItem("bauta:token") || uuid();
sessionStorage.setItem("bauta:token", token);

const state = {
  desks: [], at: 0, row: 0, split: false, fine: false, panel: "", log: [], progress: null, untilCount: 0, pace: 0,
  stale: null, claiming: false, again: false, exhausted: false, readonly: false, copies: 0,
};
const effort = new Effort(work);
const queue = new Queue(`bauta:queue:${boot.project}:${boot.user}`, taken, refused, showState);

const desk = () => state.desks[state.at];
const here = () => desk()?.occurrences[state.row];
const screen = () => (state.panel ? `review.${state.panel}` : "review");

// --- What is seen -----------------------------------------------------------

/** Paints the present group and puts the focus on its first undecided row. */
function show(focus = true) {
  const d = desk();
  $("desk").hidden = !d;
  const waits = state.claiming || queue.items.length > 0;
  $("empty").hidden = Boolean(d) || waits || state.readonly;
  strip();
  draw.trail(state.log);
  if (!d) {
    if (waits) work.focus();
    else if (!state.readonly) showEmpty();
    return;
  }
  state.row = Math.max(0, d.occurrences.findIndex((o) => !o.now.effect));
  state.fine = false;
  draw.paint(d, state.split, choose);
  choose(state.row, focus);
  effort.begin();
  dispatchEvent(new CustomEvent("bauta:painted", { detail: d.id }));
}

function showEmpty() {
  const p = state.progress;
  state.untilCount = 0;
  const held = p && p.left > 0 ? t("js.held", p.left) : t("js.all.decided");
  $("empty-says").textContent = held;
  $("empty-title").focus();
}

/** Chooses an occurrence of the group. */
function choose(i, focus = true) {
  const d = desk();
  if (!d?.occurrences.length) return $("word").focus();
  state.row = Math.min(Math.max(i, 0), d.occurrences.length - 1);
  for (const node of $("rows").querySelectorAll(".row")) {
    const now = Number(node.dataset.row) === state.row;
    node.tabIndex = now ? 0 : -1;
    node.toggleAttribute("data-here", now);
    if (now && focus) node.focus();
  }
  draw.result(here());
}

/** Draws the rows again, with what was decided or moved, and keeps place and focus. */
function redraw(focus = $("rows").contains(document.activeElement)) {
  const at = state.row;
  draw.paint(desk(), state.split, choose);
  choose(at, focus);
}

function strip() {
  const p = state.progress;
  if (!p) return;
  const done = p.groups ? Math.round((100 * (p.groups - p.left)) / p.groups) : 100;
  $("left").textContent = t("js.left.words", p.left, p.leftOcc);
  $("done").value = done;
  $("done").textContent = `${done} %`;
  $("pace").textContent = state.pace ? t("js.pace", figure(state.pace, 1)) : "";
}

/** Says something that one must see, until the next action. */
function tell(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
}

// --- Groups in and out -------------------------------------------------------

/** Asks for more groups. What is here or under way is named, so that it does not come again. */
async function claim() {
  if (state.claiming) state.again = true;
  if (state.claiming || state.readonly) return;
  state.claiming = true;
  try {
    const sent = queue.sent;
    const quiet = !queue.items.length;
    const have = [...state.desks.map((d) => d.id), ...queue.items.map((i) => i.group).filter(Boolean)];
    const count = quiet && --state.untilCount <= 0;
    const got = await ask("claim", { token, order: $("order").value, have, count });
    const fresh = got.desks.filter((d) => !state.desks.some((x) => x.id === d.id));
    const none = !desk();
    state.desks.push(...fresh.map((d) => ({ ...d, until: performance.now() + d.lease * 1000 })));
    state.exhausted = quiet && !fresh.length;
    if (queue.sent === sent) take(got.progress); // else it does not count what is under way
    if (!state.log.length) state.log = got.log;
    state.pace = got.pace || state.pace;
    state.claiming = false;
    if (none) show(!state.readonly);
    else strip();
    if (state.again) {
      state.again = false;
      claim();
    }
  } catch (error) {
    state.claiming = false;
    if (error instanceof Refusal && error.status !== 401) tell(error.message);
    else showState(error instanceof Refusal ? "signed-out" : "offline", queue.items.length);
    if (!desk()) setTimeout(claim, 2000);
  }
}

/** Takes over where the project stands, as counted. */
function take(progress) {
  if (progress) {
    state.progress = { left: progress.Left, groups: progress.Groups, leftOcc: progress.LeftOcc };
    state.untilCount = claimsPerCount;
  }
  strip();
}

/** Reckons on: counting all of a large project at every key would be slow. */
function reckon(groups, occurrences) {
  if (!state.progress || desk()?.again) return;
  state.progress.left = Math.max(0, state.progress.left - groups);
  state.progress.leftOcc = Math.max(0, state.progress.leftOcc - occurrences);
}

/** Leaves the group for the next one. */
function leave() {
  state.desks.splice(state.at, 1);
  state.at = Math.min(state.at, Math.max(0, state.desks.length - 1));
  if (state.desks.length < ahead && !state.exhausted || !state.desks.length) claim();
  show();
}

/** Brings a group to the front, as it stands on the server. */
async function open(group, all = false, again = false) {
  try {
    arrive(await ask("desk", { group, all, again }));
  } catch (error) {
    tell(error.message);
  }
}

function arrive(d) {
  d.until = performance.now() + d.lease * 1000;
  state.desks = state.desks.filter((x) => x.id !== d.id);
  state.desks.splice(state.at, 0, d);
  show();
}

// --- Deciding ----------------------------------------------------------------

/** Sends a decision and writes it into the undo list. */
function send(fields) {
  const item = { id: uuid(), expect: -1, ...fields, ...effort.take() };
  const d = state.desks.find((x) => x.id === fields.group);
  state.log.unshift({ ...item, word: fields.word ?? d?.word, affected: fields.n ?? 0, mine: true });
  state.log.length = Math.min(state.log.length, 60);
  delete item.word;
  delete item.n;
  queue.add(item);
  return item;
}

/** Settles occurrences on the page, before the server answers. */
function settle(list, effect, label) {
  for (const o of list) {
    const e = effect === "accept" ? o.proposed : effect;
    o.now = { effect: e, label: e === "mask" ? label || o.label : "", mine: true };
  }
}

const undecided = () => desk().occurrences.filter((o) => !o.now.effect);

function about() {
  const d = desk();
  const open = draw.tally(d);
  const mask = open.mask >= open.keep;
  return { group: d.id, expect: d.version, ...(d.again ? { again: true } : {}), proposed: mask ? draw.mainLabel(d) : "O", proposedP: undecided()[0]?.p ?? 0 };
}

/** One occurrence: this once. */
function once(effect, label = "") {
  const d = desk();
  const o = here();
  if (!o) return;
  const was = o.now.effect;
  const name = effect === "mask" ? label || o.label : "";
  send({
    ...about(), scope: "occurrence", effect, label: name, message: o.message, start: o.start, end: o.end,
    ...(o.as && effect === "mask" ? { asStart: stretch(o).start, asEnd: stretch(o).end } : {}),
    proposed: draw.proposal(o), proposedP: o.p, accepted: effect === o.proposed && (!label || label === o.label), n: 1,
  });
  settle([o], effect, label);
  if (!was) {
    d.open--;
    reckon(d.open > 0 ? 0 : 1, 1);
  }
  say(t(effect === "mask" ? "js.once.mask" : "js.once.keep"));
  const next = d.occurrences.findIndex((x, i) => i > state.row && !x.now.effect);
  const any = next >= 0 ? next : d.occurrences.findIndex((x) => !x.now.effect);
  if (d.open <= 0 || any < 0 && d.count === d.occurrences.length) return leave();
  state.row = any >= 0 ? any : state.row;
  redraw(true);
}

/** The whole group, with one key. */
function group(scope, effect, label = "", more = {}) {
  const d = desk();
  const open = d.open;
  send({ ...about(), scope, effect, label, accepted: effect === "accept", n: open, ...more });
  settle(undecided(), effect, label);
  if (effect !== "skip" && effect !== "flag") reckon(open > 0 ? 1 : 0, open); // of those the server tells
  d.open = 0;
  say(`${d.word}: ${t("js.did." + effect)}, ${t("js.count", open)}`);
  leave();
}

/** The scope of a decision about all there is of the word now. */
const whole = () => (desk().offered ? "each" : "group");

/**
 * Enter hides and never releases: what is proposed to stay is left to K. Accept is for
 * places that all are seen, and hidden by it with labels of their own.
 */
function accept() {
  const d = desk();
  const open = undecided();
  if (!open.length) return leave(); // a group looked at again
  const stay = open.filter((o) => o.proposed !== "mask");
  if (stay.length === open.length) return tell(t("js.enter.keeps"));
  if (stay.length) return hideSome(stay);
  const seen = d.count === d.occurrences.length && open.every((o) => o.p >= 0.5);
  if (seen && !d.offered) return group("group", "accept");
  group(whole(), "mask", draw.mainLabel(d), { accepted: true });
}

/** Hides what is proposed to be, and leaves the rest of the group open. */
async function hideSome(stay) {
  const d = desk();
  if (d.count > d.occurrences.length) return open(d.id, true, d.again); // see them all first
  const hide = undecided().filter((o) => !stay.includes(o));
  send({ ...about(), scope: whole(), effect: "mask", label: draw.mainLabel(d), accepted: true, excludes: stay.map((o) => o.id), n: hide.length });
  settle(hide, "mask", draw.mainLabel(d));
  d.open -= hide.length;
  reckon(0, hide.length);
  state.row = d.occurrences.indexOf(stay[0]);
  tell(t("js.enter.rest", stay.length));
  redraw(true);
}

/** Hides all there is of the word now, though nothing proposed it. */
const hideAll = () => group(whole(), "mask", draw.mainLabel(desk()), { accepted: false });

/** K leaves all places where all are proposed to stay, else this one. */
function keep() {
  const open = undecided();
  const all = open.length > 1 && open.every((o) => o.proposed === "keep") && desk().count === desk().occurrences.length;
  if (all) group(whole(), "keep", "", { accepted: true });
  else once("keep");
}

function never() {
  const d = desk();
  preview(d, { ...about(), id: uuid(), scope: "word", effect: "keep" },
    ({ exact, excludes }) => group("word", "keep", "", { exact, excludes, n: d.open - excludes.length }),
    () => choose(state.row));
}

/** The newest decision that stands. */
const lastStanding = () => state.log.find((d) => d.mine !== false && d.scope !== "undo" && d.scope !== "audit" && !d.undone);

function undo() {
  const d = lastStanding();
  if (!d) return tell(t("js.noundo"));
  d.undone = true;
  send({ scope: "undo", effect: "", of: d.id, group: d.group, word: d.word });
  say(`${t("js.scope.undone")}: ${d.word ?? ""}`);
  draw.trail(state.log);
}

/** Takes the newest undo back, as long as nothing new was decided after it. */
function redo() {
  for (const d of state.log) {
    if (d.scope !== "undo") break;
    const what = state.log.find((x) => x.id === d.of);
    if (d.undone || what?.scope === "undo") continue;
    d.undone = true;
    if (what) what.undone = false;
    send({ scope: "undo", effect: "", of: d.id, group: d.group, word: d.word });
    return draw.trail(state.log);
  }
  tell(t("js.noredo"));
}

/** Takes over what the server says of a group, rows in the order they stand: what others did meanwhile shows too. */
function refresh(mine, theirs) {
  const now = new Map(theirs.occurrences.map((o) => [o.id, o]));
  const rows = mine.occurrences.map((o) => (now.has(o.id) ? { ...now.get(o.id), as: o.as } : o));
  Object.assign(mine, theirs, { occurrences: rows });
}

/** The server took a decision. */
function taken(item, answer) {
  const logged = state.log.find((d) => d.id === item.id);
  if (logged) logged.affected = answer.affected;
  if (answer.kept.length) tell(answer.kept.map((k) => t("js.kept.by", k.n, k.by)).join(", "));
  if (item.group) for (const d of state.desks) if (d.id === item.group) d.version = answer.version;
  const d = answer.desk;
  if (item.scope === "undo" && d) {
    state.exhausted = false;
    if (d.open > 0) arrive(d);
    else state.desks = state.desks.filter((x) => x.id !== d.id || x === desk());
    if (!d.open && desk()?.id === d.id) leave();
  } else if (d && desk()?.id === d.id && !queue.items.some((i) => i.group === d.id)) {
    refresh(desk(), d);
    redraw();
  }
  take(answer.progress);
  draw.trail(state.log);
  if (!desk() || state.desks.length < ahead && !state.exhausted) claim();
}

/** The server did not take a decision: it is off the list, and the group shows as it stands. */
function refused(item, refusal) {
  state.log = state.log.filter((d) => d.id !== item.id);
  state.untilCount = 0;
  if (item.scope === "undo") for (const d of state.log) if (d.id === item.of) d.undone = false;
  const stale = refusal.body?.stale;
  if (refusal.status === 409 && stale) {
    state.stale = { item, version: stale.version };
    state.panel = "stale";
    const was = stale.theirs;
    const did = was && t("js.did." + was.effect) + (was.label ? " " + labelName(was.label) : "");
    $("stale-says").textContent = was ? t("js.stale.by", was.by, did, was.affected) : t("js.stale");
    $("stale").hidden = false;
  } else {
    tell(refusal.message);
  }
  if (item.group) open(item.group, false, item.again);
}

function endStale() {
  state.stale = null;
  state.panel = "";
  $("stale").hidden = true;
}

function theirs() {
  const { item } = state.stale;
  endStale();
  showState("saved", 0);
  if (desk()?.id === item.group) leave();
}

/** Mine again, on top of theirs; and the adjudicator is to look. */
function override() {
  const { item, version } = state.stale;
  endStale();
  send({ ...item, id: uuid(), expect: version });
  if (item.scope !== "word" && !item.again) send({ group: item.group, scope: "group", effect: "flag", reason: "guideline", expect: version });
  if (desk()?.id === item.group) leave();
}

// --- Actions ------------------------------------------------------------------

function move(by) {
  if (!state.desks.length) return;
  state.at = Math.min(Math.max(state.at + by, 0), state.desks.length - 1);
  show();
}

function skip(reason) {
  state.panel = "";
  $("skip-reasons").hidden = true;
  if (reason) group("group", "skip", "", { reason, accepted: false });
  else choose(state.row);
}

function edge(more) {
  if (!here()) return;
  reach(here(), more, state.fine);
  redraw(true);
}

async function previous() {
  const d = state.log.find((x) => x.group && x.scope !== "undo" && x.group !== desk()?.id);
  if (d) await open(d.group);
}

const label = (n) => boot.screen.labels[n - 1];

const always = { accept, hideall: hideAll, never, undo, redo, help, previous };
const plain = {
  mask: () => once("mask"),
  keep,
  always: () => group("word", "mask", draw.mainLabel(desk())),
  down: () => choose(state.row + 1),
  up: () => choose(state.row - 1),
  left: () => move(-1),
  right: () => move(1),
  extend: () => edge(true),
  shrink: () => edge(false),
  grapheme: () => {
    state.fine = !state.fine;
    say(t(state.fine ? "js.by.letter" : "js.by.word"));
  },
  split: () => {
    state.split = !state.split;
    document.querySelector('[data-do="split"]').setAttribute("aria-pressed", String(state.split));
    redraw(true);
  },
  undone: () => {
    const next = state.desks.findIndex((d, i) => i !== state.at && d.open > 0);
    if (next >= 0) state.at = next;
    show();
  },
  skip: () => {
    state.panel = "skip";
    $("skip-reasons").hidden = false;
    $("skip-reasons").querySelector("button").focus();
  },
  flag: () => group("group", "flag", "", { accepted: false }),
  context: () => contextPanel(here(), true),
  guide: () => drawer("guide", t("js.guide"), document.importNode($("guide-body").content, true)),
  search: () => searchPanel(),
  revisit: () => revisitPanel(open),
  menu,
  more: () => open(desk().id, true, desk().again),
  unreadable: () => skip("unreadable"),
  language: () => skip("language"),
  guideline: () => skip("guideline"),
  later: () => skip("later"),
  theirs, override,
};
const needGroup = new Set(["accept", "hideall", "mask", "keep", "always", "never", "down", "up", "extend", "shrink", "grapheme", "split", "skip", "flag", "context", "more"]);
const reads = new Set(["help", "menu", "close", "hide", "guide", "search", "down", "up", "left", "right", "context", "revisit"]);

function act(action) {
  if (action === "close") return close();
  if (action === "hide") return blur(!blurred());
  if (state.readonly && !reads.has(action)) return;
  if (needGroup.has(action) && !desk()) return;
  if (blurred() && !reads.has(action)) return tell(t("js.blurred"));
  if (!["down", "up"].includes(action)) tell("");
  if ($("menu").open && action !== "menu") menu();
  const digit = /^(label|always)([1-9])$/.exec(action);
  if (digit) {
    const name = label(Number(digit[2]));
    if (name && desk()) digit[1] === "label" ? once("mask", name) : group("word", "mask", name);
    return;
  }
  (always[action] ?? plain[action])?.();
}

/** Opens the menu of the other actions, or closes it. */
function menu() {
  const node = $("menu");
  node.open = !node.open;
  if (node.open) node.querySelector("button").focus();
  else choose(state.row);
}

function close() {
  if ($("menu").open) return menu();
  if (shut()) return;
  if (state.panel === "stale") return endStale();
  if (state.panel === "skip") return skip("");
  choose(state.row);
}

// --- Life of the page ---------------------------------------------------------

/** One tab works; a second one shows and may take over. */
function oneTab() {
  const channel = new BroadcastChannel(`bauta:${boot.project}:${boot.user}`);
  const me = uuid();
  const post = (kind) => channel.postMessage({ kind, from: me });
  const rest = (on) => {
    state.readonly = on;
    $("elsewhere").hidden = !on;
    if (on) $("take").focus();
    else claim();
  };
  channel.onmessage = async ({ data }) => {
    if (data.kind === "hello" && !state.readonly) post("here");
    if (data.kind === "here") rest(true);
    if (data.kind === "take" && !state.readonly) {
      rest(true);
      await ask("release", { token, copies: 0 }).catch(() => {});
      post("free");
    }
    if (data.kind === "free" && !state.readonly) claim(); // what the other tab held
  };
  post("hello");
  $("take").addEventListener("click", () => {
    post("take");
    rest(false);
    if (desk()) choose(state.row);
  });
}

function beat() {
  if (document.hidden || state.readonly || resting() > 120_000) return;
  const copies = state.copies;
  ask("renew", { token, copies }).then(() => {
    state.copies -= copies;
    for (const d of state.desks) d.until = performance.now() + 600_000;
  }).catch(() => {});
}

function clock() {
  const left = desk() ? Math.max(0, Math.round((desk().until - performance.now()) / 1000)) : 0;
  $("lease").textContent = left ? t("js.reserved", `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`) : "";
}

listen(work, screen, act);
document.addEventListener("bauta:home", () => (desk() ? choose(state.row) : $("empty-title").focus()));
document.querySelector(".deck").addEventListener("click", (event) => {
  if (event.detail && !state.panel && desk() && event.target.closest("[data-do]") && $("drawer").hidden) choose(state.row);
});
$("order").addEventListener("change", async () => {
  Object.assign(state, { desks: [], at: 0, exhausted: false, claiming: true });
  show();
  await ask("release", { token, copies: 0 }).catch(() => {});
  state.claiming = false;
  claim();
});
document.addEventListener("copy", () => state.copies++);
addEventListener("pagehide", () => navigator.sendBeacon(`/p/${boot.project}/api/release`, new Blob([JSON.stringify({ token, copies: state.copies })], { type: "application/json" })));
setInterval(beat, 60_000);
setInterval(clock, 1000);
printKeys();
watchRest();
oneTab();
claim();
