// Paints a group: the word, its occurrences, why it is asked, what it was before.
import { $, el, fill, plural, raw, t } from "./ui.js";
import { nodesOf } from "./tokens.js";

const odds = (p) => p.toFixed(2).replace(/^0/, "");

/** The label of a proposal: its type, or O for a word that stays. */
export const proposal = (o) => (o.proposed === "mask" ? o.label : "O");

/** What holds for an occurrence, in words and a sign. */
function standing(o) {
  if (o.stands && !o.now.effect) return o.stands === "mask" ? ["■", t("js.stands.hidden")] : ["○", t("js.stands.clear")];
  if (!o.now.effect) return ["?", "undecided"];
  const by = o.now.by ? (o.now.mine ? " by you" : ` by ${o.now.by}`) : "";
  return o.now.effect === "keep" ? ["○", "kept" + by] : ["■", `masked ${o.now.label}${by}`];
}

/** One occurrence as a button: focus on it is the focus of the work. */
export function row(o, i, choose) {
  const [sign, says] = standing(o);
  const button = el("button", {
    class: "row", type: "button", "data-row": i, "data-now": o.now.effect || "open", tabindex: "-1", click: () => choose(i),
  },
    el("span", { class: "sign", "aria-hidden": "true", text: sign }),
    el("span", raw("text", o.dir), ...nodesOf(o)),
    el("span", { class: "guess" }, el("b", { text: proposal(o) }), ` ${odds(o.proposed === "mask" ? o.p : 1 - o.p)}`),
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
      return el("div", { class: "kind", role: "group", "aria-label": `look ${kind}` },
        el("h2", { text: `${these.length} look ${kind}` }), ...these);
    }));
  }
  if (desk.count > desk.occurrences.length) {
    node.append(el("button", { class: "more", type: "button", "data-do": "more", text: `${desk.count - desk.occurrences.length} more` }));
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

/** Everything about a group but the focus. */
export function paint(desk, split, choose) {
  $("word").textContent = desk.word;
  const { mask, keep } = tally(desk);
  const label = mainLabel(desk);
  const shown = desk.occurrences.length < desk.count ? "" : ` in ${plural(desk.messages, "message")}`;
  $("count").textContent = plural(desk.count, "occurrence") + shown + (desk.open < desk.count ? `, ${desk.open} undecided` : "");
  $("accept-says").textContent = mask && keep ? t("js.enter.some", mask, mask + keep) : mask ? t("js.enter.all", mask) : t("js.enter.keeps");
  $("always-says").textContent = `Always mask as ${label} (${desk.count})`;
  $("never-says").textContent = `Never mask (${desk.count})`;
  rows(desk, split, choose);
  fill($("why"), why(desk));
  fill($("settled"), settled(desk.settled));
  fill($("before"), ...before(desk.before));
}

function why(desk) {
  const table = el("table", { class: "why" });
  for (const w of desk.why) {
    table.append(el("tr", {},
      el("th", { scope: "row", text: w.source || "–" }),
      el("td", { text: w.why || w.doubt }),
      el("td", { class: "figure", text: `${odds(w.p)} / ${odds(1 - w.p)}`, title: "probability that masking is right / that keeping is" }),
      el("td", { class: "figure", text: `×${w.n}` })));
  }
  const { mask, keep } = tally(desk);
  const verdict = desk.named ? "A list of names knows the word." : "No list of names knows the word.";
  const split = mask && keep ? ` The occurrences disagree: ${mask} to ${keep}.` : "";
  return el("div", {}, table, el("p", { class: "facts", text: verdict + split }));
}

/** What settlers changed before anybody was asked, in their order. */
function settled(changes) {
  if (!changes?.length) return null;
  const line = (w) => {
    const key = "js.settler." + w.settler.replace(/[^a-z]+/g, "-");
    const said = t(key);
    const odd = w.did === "added" ? odds(w.to) : w.did === "took" ? odds(w.from) : `${odds(w.from)} → ${odds(w.to)}`;
    return el("li", { text: t("js.did." + w.did, said === key ? w.settler : said, odd, w.n) });
  };
  return el("div", {}, el("h3", { text: t("js.settled") }), el("ol", { class: "facts" }, ...changes.map(line)));
}

function before(b) {
  const total = b.labels.reduce((n, l) => n + l.n, 0);
  if (!total) return [el("p", { class: "facts", text: "Never yet." })];
  const bars = b.labels.map((l) => el("tr", {},
    el("th", { scope: "row", text: l.label }),
    el("td", {}, el("meter", { min: 0, max: total, value: l.n, text: l.n })),
    el("td", { class: "figure", text: l.n })));
  const last = b.last && `last: ${b.last.effect}${b.last.label ? " " + b.last.label : ""}, by ${b.last.mine ? "you" : b.last.by}, ${ago(b.last.at)}`;
  return [el("table", { class: "bars" }, ...bars),
    el("p", { class: "facts", text: `you ${b.mine} · others ${b.others} · gold ${b.gold}` }),
    last ? el("p", { class: "facts", text: last }) : null];
}

function ago(at) {
  const minutes = Math.round((Date.now() - new Date(at)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} d ago`;
}

/** What the message would read with the occurrence masked. */
export function result(o) {
  const keep = o.now.effect ? o.now.effect === "keep" : o.proposed === "keep" && !o.as;
  const stands = o.now.label && o.now.label !== o.label ? `[${o.now.label}]` : o.result;
  fill($("result"), ...nodesOf(o, keep ? false : stands));
}

/** The undo list, the newest first. */
export function trail(log) {
  const lines = log.filter((d) => d.scope !== "undo").slice(0, 8).map((d) => {
    const how = { word: d.effect === "keep" ? "never" : "always", group: "group", occurrence: "once", message: "message", pattern: "here", gold: "gold", audit: "audit", confirm: "confirmed" }[d.scope] ?? d.scope;
    const verb = { mask: "masked", keep: "kept", accept: "accepted", skip: "skipped", flag: "flagged" }[d.effect] ?? "";
    return el("li", { class: d.undone ? "undone" : false },
      `${verb} `, el("bdi", { ...raw(), text: d.word ?? "" }), ` ×${d.affected} (${how}${d.undone ? ", undone" : ""})`);
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
