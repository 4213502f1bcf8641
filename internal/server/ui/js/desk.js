// Paints a group: the word, its occurrences, why it is asked, what it was before.
import { $, el, fill, labelName, raw, t } from "./ui.js";
import { nodesOf } from "./tokens.js";

const percent = (p) => p.toLocaleString(document.documentElement.lang || "fr", { style: "percent" });

/** The label of a proposal: its type, or O for a word that stays. */
export const proposal = (o) => (o.proposed === "mask" ? o.label : "O");

/** What holds for an occurrence, in words and a sign. */
function standing(o) {
  if (o.stands && !o.now.effect) return o.stands === "mask" ? ["■", t("js.stands.hidden")] : ["○", t("js.stands.clear")];
  if (!o.now.effect) return ["?", t("js.undecided")];
  const by = o.now.by ? " " + (o.now.mine ? t("js.by.you") : t("js.by.other", o.now.by)) : "";
  return o.now.effect === "keep" ? ["○", t("js.did.keep") + by] : ["■", `${t("js.did.mask")}, ${labelName(o.now.label)}${by}`];
}

/** What was said before or behind, in one line; it shows with the row that has the focus. */
const beside = (text) => (text ? el("span", { ...raw("beside-line"), text }) : null);

/** One occurrence as a button: focus on it is the focus of the work. */
export function row(o, i, choose) {
  const [sign, says] = standing(o);
  const button = el("button", {
    class: "row", type: "button", "data-row": i, "data-now": o.now.effect || "open", tabindex: "-1", click: () => choose(i),
  },
    beside(o.above),
    el("span", { class: "sign", "aria-hidden": "true", text: sign }),
    el("span", raw("text", o.dir), ...nodesOf(o)),
    el("span", { class: "guess", "data-label": o.proposed === "mask" ? o.label : false, text: o.proposed === "mask" ? t("js.guess.mask", labelName(o.label)) : t("js.guess.keep") }),
    beside(o.below),
    el("span", { class: "standing", text: says }));
  return button;
}

/** The rows, as they come or split by what is proposed. */
export function rows(desk, split, choose) {
  const all = desk.occurrences.map((o, i) => row(o, i, choose));
  const node = $("rows");
  node.classList.toggle("split", split);
  if (!split) {
    fill(node, ...all);
  } else {
    const kinds = [...new Set(desk.occurrences.map(proposal))].sort((a, b) => (a === "O") - (b === "O") || a.localeCompare(b));
    fill(node, ...kinds.map((kind) => {
      const these = all.filter((_, i) => proposal(desk.occurrences[i]) === kind);
      const says = kind === "O" ? t("js.looks.keep", these.length) : t("js.looks.mask", these.length, labelName(kind));
      return el("div", { class: "kind", role: "group", "aria-label": says }, el("h2", { text: says }), ...these);
    }));
  }
  if (desk.count > desk.occurrences.length) {
    node.append(el("button", { class: "more", type: "button", "data-do": "more", text: t("js.more.places", desk.count - desk.occurrences.length) }));
  }
}

/** How many of the undecided are proposed for what. */
export function tally(desk) {
  const open = desk.occurrences.filter((o) => !o.now.effect);
  const mask = open.filter((o) => o.proposed === "mask").length;
  return { open: open.length, mask, keep: open.length - mask };
}

/** The label that "mask" gives the word: the one most often proposed. */
export function mainLabel(desk) {
  const by = new Map();
  for (const o of desk.occurrences) by.set(o.label, (by.get(o.label) ?? 0) + 1 + o.p / 1000);
  return [...by].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** The two answers: hiding does what Enter does, or where Enter would hide nothing, all of it. */
function answers(desk, mask, keep) {
  const hide = $("hide-all");
  hide.dataset.do = mask ? "accept" : "hideall";
  for (const key of hide.querySelectorAll("kbd")) key.hidden = !mask;
  const all = !mask && keep > 1 && desk.count === desk.occurrences.length;
  $("keep-says").textContent = all ? t("js.count", keep) : t("js.scope.once");
}

/** Everything about a group but the focus. */
export function paint(desk, split, choose) {
  $("word").textContent = desk.word;
  const { mask, keep } = tally(desk);
  const all = desk.occurrences.length === desk.count;
  const says = [t("js.count", desk.count) + (all ? " " + t("js.count.in", desk.messages) : ""), desk.open < desk.count && t("js.count.open", desk.open)];
  $("count").textContent = says.filter(Boolean).join(", ");
  $("accept-says").textContent = mask && keep ? t("js.enter.some", mask, mask + keep) : t("js.enter.all", mask || desk.open);
  answers(desk, mask, keep);
  rows(desk, split, choose);
  fill($("why"), why(desk));
  fill($("settled"), settled(desk.settled));
  fill($("before"), ...before(desk.before));
}

function why(desk) {
  const head = ["js.why.reason", "js.why.name", "js.why.times"].map((key) => el("th", { scope: "col", text: t(key) }));
  const table = el("table", { class: "why" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...desk.why.map((w) => el("tr", {},
    el("td", { text: w.why || w.doubt }),
    el("td", { class: "figure", text: percent(w.p) }),
    el("td", { class: "figure", text: w.n })))));
  const { mask, keep } = tally(desk);
  const verdict = t(desk.named ? "js.named" : "js.unnamed");
  const split = mask && keep ? " " + t("js.disagree", mask, keep) : "";
  return el("div", {}, table, el("p", { class: "facts", text: verdict + split }));
}

/** What settlers changed before anybody was asked, in their order. */
function settled(changes) {
  if (!changes?.length) return null;
  const line = (w) => {
    const key = "js.settler." + w.settler.replace(/[^a-z]+/g, "-");
    const said = t(key);
    const odd = w.did === "added" ? percent(w.to) : w.did === "took" ? percent(w.from) : `${percent(w.from)} → ${percent(w.to)}`;
    return el("li", { text: t("js.did." + w.did, said === key ? w.settler : said, odd, w.n) });
  };
  return el("div", {}, el("h3", { text: t("js.settled") }), el("ol", { class: "facts" }, ...changes.map(line)));
}

function before(b) {
  const total = b.labels.reduce((n, l) => n + l.n, 0);
  if (!total) return [el("p", { class: "facts", text: t("js.never.yet") })];
  const bars = b.labels.map((l) => el("tr", {},
    el("th", { scope: "row", text: labelName(l.label) }),
    el("td", {}, el("meter", { min: 0, max: total, value: l.n, text: l.n })),
    el("td", { class: "figure", text: l.n })));
  const did = b.last && t("js.did." + b.last.effect) + (b.last.label ? " " + labelName(b.last.label) : "");
  const last = b.last && t("js.before.last", did, b.last.mine ? t("js.by.you") : t("js.by.other", b.last.by), ago(b.last.at));
  return [el("table", { class: "bars" }, ...bars),
    el("p", { class: "facts", text: t("js.before.who", b.mine, b.others, b.gold) }),
    last ? el("p", { class: "facts", text: last }) : null];
}

function ago(at) {
  const minutes = Math.round((Date.now() - new Date(at)) / 60_000);
  if (minutes < 1) return t("js.ago.now");
  if (minutes < 120) return t("js.ago.minutes", minutes);
  return minutes < 2880 ? t("js.ago.hours", Math.round(minutes / 60)) : t("js.ago.days", Math.round(minutes / 1440));
}

/** What the message would read with the occurrence masked. */
export function result(o) {
  const keep = o.now.effect ? o.now.effect === "keep" : o.proposed === "keep" && !o.as;
  const stands = o.now.label && o.now.label !== o.label ? `[${labelName(o.now.label)}]` : o.result;
  fill($("result"), ...nodesOf(o, keep ? false : stands));
}

/** How far a decision reaches, in the words of the page. */
const scopes = { word: "always", group: "places", each: "places", gold: "gold", audit: "audit", confirm: "confirm" };

/** The undo list, the newest first. */
export function trail(log) {
  const lines = log.filter((d) => d.scope !== "undo").slice(0, 8).map((d) => {
    const how = t("js.scope." + (scopes[d.scope] ?? "once"));
    return el("li", { class: d.undone ? "undone" : false },
      d.effect ? t("js.did." + d.effect) + " " : "", el("bdi", { ...raw(), text: d.word ?? "" }), ` ×${d.affected} (${how}${d.undone ? ", " + t("js.scope.undone") : ""})`);
  });
  fill($("trail"), ...lines);
}

/** Lines of messages with one place marked, as buttons where one can be opened. */
export function lines(list, open = null) {
  return el("ol", { class: "lines" }, ...list.map((l) => {
    const parts = [l.before, l.hit ? el("mark", {}, el("bdi", { text: l.hit })) : null, l.after];
    const text = el(open ? "button" : "p", { ...raw("text"), ...(open ? { type: "button", class: "raw text row", click: () => open(l) } : {}) }, ...parts);
    return el("li", {}, text);
  }));
}
