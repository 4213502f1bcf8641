// What all messages of one author say together, in the drawer beside screen C.
import { ask, drawer, el, figure, fill, raw, t } from "./ui.js";
import { draw } from "./grid.js";

const most = 5; // cells in the table

/**
 * Opens the drawer, or closes it.
 * @param {{message: number}} task @param {boolean[]} out
 * @param {{layout: object, how: object, figures: (g: object) => string, status: (g: object) => string, cellName: (cell: number) => string, open: (message: number) => void}} screen
 */
export async function authorPanel(task, out, screen) {
  const body = el("div", { class: "author" });
  drawer("author", t("js.author.title"), body);
  const node = document.getElementById("drawer");
  if (node.hidden) return;
  fill(body, el("p", { class: "facts", text: t("js.author.adding") }));
  node.focus();
  try {
    const got = await ask("location/author", { message: task.message, out });
    if (got.named) fill(body, ...parts(got, screen));
    else fill(body, el("p", { text: t("js.author.none") }));
  } catch (error) {
    fill(body, el("p", { class: "wrong", text: error.message }));
  }
}

function parts(got, screen) {
  const says = t("js.author.messages", got.messages) + (got.cut ? " " + t("js.author.cut") : "");
  return [
    el("p", { class: "facts", text: says }),
    el("p", { class: "facts", text: t("js.author.after") }),
    el("div", { class: "sides" }, side(t("js.location.before"), got.before, screen), side(t("js.location.after"), got.after, screen)),
    cells(got, screen),
    el("h3", { text: t("js.author.most") }),
    ...got.rows.map((r) => el("button", { class: "row", type: "button", "data-message": r.message, click: () => screen.open(r.message) },
      el("span", { class: "facts", text: `${r.number}${r.here ? t("js.author.here") : ""} ` }), el("bdi", { ...raw("cut-short"), text: r.text }),
      el("span", { class: "facts", text: ` ${screen.signed(r.effect)}${r.out ? t("js.author.out", r.out) : ""}` }))),
  ];
}

function side(title, g, { layout, how, figures, status }) {
  const canvas = el("canvas", { role: "img", "aria-label": t("js.author.table", title) });
  draw(canvas, layout, g.p, { ...how, cursor: -1 });
  return el("section", {}, el("h3", { text: title }), el("div", { class: "map" }, canvas),
    el("p", { class: "facts", text: figures(g) }), el("p", { class: "verdict", "data-bad": String(g.max >= how.threshold), text: status(g) }));
}

/** The cells most probable before, with what is left of them. */
function cells({ before, after }, { layout, cellName }) {
  const order = before.p.map((p, i) => [p, i]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, most);
  return el("table", {}, el("thead", {}, el("tr", {}, ...["js.author.cell", "js.location.was", "js.location.is"].map((key) => el("th", { scope: "col", text: t(key) })))),
    el("tbody", {}, ...order.map(([p, i]) => el("tr", {}, el("th", { scope: "row", text: cellName(layout.cells[i]) }),
      el("td", { class: "figure", text: figure(p, 3) }), el("td", { class: "figure", text: figure(after.p[i], 3) })))));
}
