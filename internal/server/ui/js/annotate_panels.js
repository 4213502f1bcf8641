// What opens beside screen B: messages labelled before, and the list to revisit.
import { ask, drawer, el, fill, raw, t } from "./ui.js";
import { foundSays } from "./panels.js";
import { tagName, tags, unitsOf } from "./units.js";

let lastPattern = ""; // for this page alone; never stored

/** A labelled message: its text with each entity and its label. */
function labelled(hit) {
  const units = unitsOf({ ...hit, at: [] });
  const all = tags(units);
  const out = [];
  units.forEach((u, i) => {
    const inHit = i >= hit.hit[0] && i < hit.hit[1];
    const word = el(inHit ? "mark" : "span", {}, el("bdi", { text: u.text }));
    out.push(u.gap, word);
    if (all[i] !== "O" && !all[i + 1]?.startsWith("I-")) out.push(" ", el("span", { class: "tag", text: tagName(all[i]) }));
  });
  return out;
}

/** Search by regular expression in messages labelled before; a hit opens to be read. */
export function examplesPanel(message) {
  const input = el("input", { ...raw(), id: "pattern", type: "text", autocomplete: "off", autocapitalize: "none", maxlength: 500, "aria-describedby": "found" });
  input.value = lastPattern;
  const gold = el("input", { type: "checkbox", id: "only-gold" });
  const mine = el("input", { type: "checkbox", id: "only-mine" });
  const found = el("p", { id: "found", class: "facts", role: "status" });
  const hits = el("div", { id: "hits" });
  const search = async (event) => {
    event.preventDefault();
    lastPattern = input.value;
    if (!lastPattern) return;
    found.textContent = t("js.searching");
    try {
      const got = await ask("annotate/examples", { message, pattern: lastPattern, gold: gold.checked, mine: mine.checked });
      if (got.wrong) {
        found.textContent = t("js.wrong.at", got.wrong, (got.at ?? 0) + 1);
        input.setSelectionRange(got.at ?? 0, got.at ?? 0);
        return fill(hits);
      }
      found.textContent = foundSays(got);
      fill(hits, el("ol", { class: "lines" }, ...got.hits.map((hit) => el("li", {},
        el("button", { ...raw("text row", hit.dir), type: "button", click: () => readOnly(hit) }, ...labelled(hit))))));
      hits.querySelector("button")?.focus();
    } catch (error) {
      found.textContent = error.message;
    }
  };
  const form = el("form", { class: "stack", submit: search },
    el("label", { for: "pattern", text: t("js.regex") }), input,
    el("div", {}, el("label", {}, gold, " " + t("js.gold.alone")), " ", el("label", {}, mine, " " + t("js.mine.alone"))),
    el("button", { class: "first", text: t("js.search") }), found);
  hits.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...hits.querySelectorAll("button")];
    all[all.indexOf(document.activeElement) + step]?.focus();
  });
  drawer("search", t("js.search.labelled"), el("div", {}, form, hits), input);
}

/** One message, to be read alone. */
function readOnly(hit) {
  drawer("example", t("js.as.labelled"), el("div", {}, el("p", { ...raw("reading", hit.dir) }, ...labelled(hit)), el("p", { class: "facts", text: t("js.readonly", t("js.who." + hit.by)) })));
  document.querySelector("#drawer [data-do=close]").focus();
}

/** Skipped, flagged, outdated, one's last. @param {(message: number) => void} open */
export async function pilesPanel(open) {
  const body = el("div", { class: "revisit" });
  drawer("revisit", t("js.revisit"), body);
  try {
    const piles = await ask("annotate/revisit", {});
    const parts = piles.filter((p) => p.rows.length).map((p) => el("section", {}, el("h3", { text: t("js.pile." + p.pile) }),
      ...p.rows.map((r) => el("button", { class: "row", type: "button", "data-message": r.message, click: () => (drawer("revisit", "", body), open(r.message)) },
        el("span", { class: "facts", text: `${r.number} ` }), el("bdi", { ...raw("cut-short"), text: r.text }), el("span", { class: "facts", text: r.says ? ` ${r.says}` : "" })))));
    fill(body, ...(parts.length ? parts : [el("p", { text: t("js.pile.none") })]));
    body.querySelector("button")?.focus();
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}
