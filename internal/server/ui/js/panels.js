// What opens in the drawer beside the work: search, the list to revisit, context.
import { ask, boot, drawer, el, fill, raw, t } from "./ui.js";
import { lines } from "./desk.js";

let lastPattern = ""; // for this page alone; never stored

/** How much was found, in words. */
export const foundSays = (got) => [t("js.found", got.found, got.messages), got.cut && t("js.cut"), got.found > got.hits.length && t("js.first", got.hits.length)].filter(Boolean).join(" ");

/** Search by regular expression. The pattern goes by POST: addresses are logged. */
export function searchPanel() {
  const input = el("input", { ...raw(), id: "pattern", type: "text", autocomplete: "off", autocapitalize: "none", maxlength: 500, "aria-describedby": "found" });
  input.value = lastPattern;
  const found = el("p", { id: "found", class: "facts", role: "status" });
  const hits = el("div");
  const form = el("form", {
    class: "stack",
    submit: async (event) => {
      event.preventDefault();
      lastPattern = input.value;
      if (!lastPattern) return;
      found.textContent = t("js.searching");
      try {
        const got = await ask("search", { pattern: lastPattern });
        if (got.wrong) {
          found.textContent = t("js.wrong.at", got.wrong, (got.at ?? 0) + 1);
          input.setSelectionRange(got.at ?? 0, got.at ?? 0);
          fill(hits);
          return;
        }
        found.textContent = foundSays(got);
        fill(hits, lines(got.hits, (hit) => around(hit.message)));
        hits.querySelector("button")?.focus();
      } catch (error) {
        found.textContent = error.message;
      }
    },
  }, el("label", { for: "pattern", text: t("js.regex") }), input, el("button", { class: "first", text: t("js.search") }), found);
  hits.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...hits.querySelectorAll("button")];
    all[all.indexOf(document.activeElement) + step]?.focus();
  });
  drawer("search", t("js.search.title"), el("div", {}, form, hits), input);
}

async function around(message) {
  await context(drawn("around", t("js.talk"), message, true), message);
  document.querySelector("#drawer [data-do=close]").focus();
}

/** An empty conversation in the drawer; for those who decide, with the way to the page that masks its words. */
function drawn(name, title, message, decides) {
  const body = el("div", { class: "context" });
  const way = decides ? el("p", {}, el("a", { href: `/p/${boot.project}/m/${message}`, text: t("js.mask.here") })) : null;
  drawer(name, title, el("div", {}, body, way));
  return body;
}

async function context(body, message) {
  try {
    fill(body, lines((await ask("context", { message })).lines));
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}

/** The whole message and its neighbours; the focus stays at work. */
export function contextPanel(occurrence, decides = false) {
  context(drawn("context", t("js.context"), occurrence.message, decides), occurrence.message);
}

/** Skipped and flagged groups, those decided under older guidelines, and my last ones. @param {(group: number) => void} open */
export async function revisitPanel(open) {
  const body = el("div", { class: "revisit" });
  drawer("revisit", t("js.revisit"), body);
  try {
    const got = await ask("revisit", {});
    const section = (title, rows) => rows.length && el("section", {}, el("h3", { text: title }),
      ...rows.map((r) => el("button", { class: "row", type: "button", click: () => (drawer("revisit", "", body), open(r.group)) },
        el("bdi", { ...raw(), text: r.word }), el("span", { class: "facts", text: ` ${[r.count && "×" + r.count, r.says].filter(Boolean).join(", ")}` }))));
    const parts = [...["skipped", "flagged", "older", "mine"].map((pile) => section(t("js.pile." + pile), got[pile]))].filter(Boolean);
    fill(body, ...(parts.length ? parts : [el("p", { text: t("js.pile.none") })]));
    body.querySelector("button")?.focus();
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}
