// What opens beside screen B: messages labelled before, and the list to revisit.
import { ask, drawer, el, fill, plural, raw } from "./ui.js";
import { tags, unitsOf } from "./units.js";

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
    if (all[i] !== "O" && !all[i + 1]?.startsWith("I-")) out.push(" ", el("span", { class: "tag", text: all[i].slice(2) }));
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
    found.textContent = "Searching …";
    try {
      const got = await ask("annotate/examples", { message, pattern: lastPattern, gold: gold.checked, mine: mine.checked });
      if (got.wrong) {
        found.textContent = `${got.wrong}, at ${(got.at ?? 0) + 1}`;
        input.setSelectionRange(got.at ?? 0, got.at ?? 0);
        return fill(hits);
      }
      found.textContent = `${plural(got.found, "message")} of ${got.messages.toLocaleString("en")}, ${got.ms} ms${got.cut ? "; cut short, narrow it" : ""}${got.found > got.hits.length ? `; the first ${got.hits.length}` : ""}`;
      fill(hits, el("ol", { class: "lines" }, ...got.hits.map((hit) => el("li", {},
        el("button", { ...raw("text row", hit.dir), type: "button", click: () => readOnly(hit) }, ...labelled(hit))))));
      hits.querySelector("button")?.focus();
    } catch (error) {
      found.textContent = error.message;
    }
  };
  const form = el("form", { class: "stack", submit: search },
    el("label", { for: "pattern", text: "Regular expression" }), input,
    el("div", {}, el("label", {}, gold, " gold alone"), " ", el("label", {}, mine, " mine alone")),
    el("button", { class: "first", text: "Search" }), found);
  hits.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...hits.querySelectorAll("button")];
    all[all.indexOf(document.activeElement) + step]?.focus();
  });
  drawer("search", "Search messages labelled before", el("div", {}, form, hits), input);
}

/** One message, to be read alone. */
function readOnly(hit) {
  drawer("example", "As it was labelled", el("div", {}, el("p", { ...raw("reading", hit.dir) }, ...labelled(hit)), el("p", { class: "facts", text: `by ${hit.by}; to be read, not changed` })));
  document.querySelector("#drawer [data-do=close]").focus();
}

/** Skipped, flagged, outdated, one's last. @param {(message: number) => void} open */
export async function pilesPanel(open) {
  const body = el("div", { class: "revisit" });
  drawer("revisit", "Revisit", body);
  try {
    const piles = await ask("annotate/revisit", {});
    const parts = piles.filter((p) => p.rows.length).map((p) => el("section", {}, el("h3", { text: p.says }),
      ...p.rows.map((r) => el("button", { class: "row", type: "button", "data-message": r.message, click: () => (drawer("revisit", "", body), open(r.message)) },
        el("span", { class: "facts", text: `${r.number} ` }), el("bdi", { ...raw("cut-short"), text: r.text }), el("span", { class: "facts", text: r.says ? ` ${r.says}` : "" })))));
    fill(body, ...(parts.length ? parts : [el("p", { text: "Nothing yet." })]));
    body.querySelector("button")?.focus();
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}
