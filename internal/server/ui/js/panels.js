// What opens in the drawer beside the work: search, the list to revisit, context.
import { ask, boot, drawer, el, fill, plural, raw, t } from "./ui.js";
import { lines } from "./desk.js";

let lastPattern = ""; // for this page alone; never stored

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
      found.textContent = "Searching …";
      try {
        const got = await ask("search", { pattern: lastPattern });
        if (got.wrong) {
          found.textContent = `${got.wrong}, at ${(got.at ?? 0) + 1}`;
          input.setSelectionRange(got.at ?? 0, got.at ?? 0);
          fill(hits);
          return;
        }
        found.textContent = `${plural(got.found, "message")} of ${got.messages.toLocaleString("en")}, ${got.ms} ms${got.cut ? "; cut short, narrow it" : ""}${got.found > got.hits.length ? `; the first ${got.hits.length}` : ""}`;
        fill(hits, lines(got.hits, (hit) => around(hit.message)));
        hits.querySelector("button")?.focus();
      } catch (error) {
        found.textContent = error.message;
      }
    },
  }, el("label", { for: "pattern", text: "Regular expression" }), input, el("button", { class: "first", text: "Search" }), found);
  hits.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...hits.querySelectorAll("button")];
    all[all.indexOf(document.activeElement) + step]?.focus();
  });
  drawer("search", "Search the messages", el("div", {}, form, hits), input);
}

async function around(message) {
  const body = el("div", { class: "context" });
  drawer("around", "In its conversation", el("div", {}, body,
    el("p", {}, el("a", { href: `/p/${boot.project}/m/${message}`, text: t("js.mask.here") }))));
  await context(body, message);
  document.querySelector("#drawer [data-do=close]").focus();
}

async function context(body, message) {
  try {
    fill(body, lines((await ask("context", { message })).lines));
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}

/** The whole message and its neighbours; the focus stays at work. */
export function contextPanel(occurrence) {
  const body = el("div", { class: "context" });
  drawer("context", "Context", body);
  context(body, occurrence.message);
}

/** Skipped and flagged groups, those decided under older guidelines, and my last ones. @param {(group: number) => void} open */
export async function revisitPanel(open) {
  const body = el("div", { class: "revisit" });
  drawer("revisit", "Revisit", body);
  try {
    const got = await ask("revisit", {});
    const section = (title, rows) => rows.length && el("section", {}, el("h3", { text: title }),
      ...rows.map((r) => el("button", { class: "row", type: "button", click: () => (drawer("revisit", "", body), open(r.group)) },
        el("bdi", { ...raw(), text: r.word }), el("span", { class: "facts", text: ` ${r.count ? "×" + r.count + ", " : ""}${r.says}` }))));
    const parts = [section("Skipped", got.skipped), section("Flagged", got.flagged), section("Decided under older guidelines", got.older), section("Your last", got.mine)].filter(Boolean);
    fill(body, ...(parts.length ? parts : [el("p", { text: "Nothing yet." })]));
    body.querySelector("button")?.focus();
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}
