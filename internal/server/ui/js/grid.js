// A grid of probabilities on a canvas: eight steps of one ramp, the same for
// every map, and cells at or above the threshold outlined and hatched.

import { el, t } from "./ui.js";

/** Lower bounds of the steps. */
export const steps = { log: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6], linear: [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875] };

/** One hue, evenly darker: told apart without colour. */
export const ramp = ["#f4f1ec", "#dfe6e4", "#bfd5d2", "#98c0bc", "#6ea7a3", "#478b87", "#276b68", "#0c4643"];
const less = ["#f4f1ec", "#efdcd4", "#e6bfb2", "#d89e8c", "#c67a66", "#ab5744", "#8a3728", "#641b10"];

/** Which step a probability is in. */
export const stepOf = (p, scale) => steps[scale].findLastIndex((low) => p >= low);

/** Row and column of a cell, from the north-west, from 0. */
export const placeOf = (cell, layout) => [layout.rows - 1 - Math.floor(cell / layout.cols), cell % layout.cols];

/** Size of a cell in pixels. */
export const sizeOf = (layout) => Math.max(2, Math.min(80, Math.floor(480 / Math.max(layout.rows, layout.cols))));

/**
 * Draws a grid.
 * @param {HTMLCanvasElement} canvas
 * @param {{rows: number, cols: number, cells: number[]}} layout
 * @param {number[]} p by layout.cells; below 0 in a difference
 * @param {{threshold: number, scale: string, cursor: number}} how
 */
export function draw(canvas, layout, p, { threshold, scale, cursor }) {
  const size = sizeOf(layout);
  canvas.width = layout.cols * size;
  canvas.height = layout.rows * size;
  const c = canvas.getContext("2d");
  c.fillStyle = ramp[0];
  c.fillRect(0, 0, canvas.width, canvas.height);
  const above = [];
  layout.cells.forEach((cell, i) => {
    const [row, col] = placeOf(cell, layout);
    const step = stepOf(Math.abs(p[i]), scale);
    if (step > 0) {
      c.fillStyle = (p[i] < 0 ? less : ramp)[step];
      c.fillRect(col * size, row * size, size, size);
    }
    if (p[i] >= threshold) above.push([row, col]);
  });
  for (const [row, col] of above) outline(c, col * size, row * size, size);
  if (cursor >= 0) {
    const [row, col] = placeOf(cursor, layout);
    ring(c, col * size, row * size, size);
  }
}

/** At or above the threshold: a double frame and a diagonal, without colour. */
function outline(c, x, y, size) {
  const inset = size >= 12 ? 2 : 0.5;
  c.lineWidth = size >= 12 ? 2 : 1;
  c.strokeStyle = "#ffffff";
  c.strokeRect(x + inset + 1, y + inset + 1, size - 2 * inset - 2, size - 2 * inset - 2);
  c.strokeStyle = "#000000";
  c.strokeRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
  if (size < 12) return;
  c.beginPath();
  c.moveTo(x + inset, y + size - inset);
  c.lineTo(x + size / 2, y + size / 2);
  c.moveTo(x + size - size / 4, y + size / 4);
  c.lineTo(x + size - inset, y + inset);
  c.lineWidth = 4;
  c.stroke();
  c.lineWidth = 2;
  c.strokeStyle = "#ffffff";
  c.stroke();
}

function ring(c, x, y, size) {
  c.lineWidth = Math.max(2, size / 12);
  for (const [color, r] of [["#ffffff", size * 0.34], ["#0b57d0", size * 0.28]]) {
    c.strokeStyle = color;
    c.beginPath();
    c.arc(x + size / 2, y + size / 2, Math.max(2, r), 0, 2 * Math.PI);
    c.stroke();
  }
}

/** A round length that takes about a quarter of the map, in kilometres. */
function scaleOf(across) {
  const wish = across / 4;
  const ten = 10 ** Math.floor(Math.log10(wish));
  return [5, 2, 1].map((n) => n * ten).find((km) => km <= wish) ?? ten;
}

/** What makes a map of a grid: names of places on it; a scale and where north is below. */
export function legendOf(map, layout) {
  for (const { name, at } of layout.names) {
    const node = el("span", { class: "place-name", translate: "no", text: name });
    node.style.insetInlineStart = `${(100 * at[0]) / layout.cols}%`;
    node.style.insetBlockStart = `${(100 * at[1]) / layout.rows}%`;
    map.append(node);
  }
  if (!(layout.across > 0)) return;
  const km = scaleOf(layout.across);
  const bar = el("span", { class: "scale-bar" });
  bar.style.inlineSize = `${(100 * km) / layout.across}%`;
  const below = el("p", { class: "facts scale" }, bar, el("span", { text: t("js.location.km", km.toLocaleString(document.documentElement.lang)) }), el("span", { class: "north", text: "↑ " + t("js.location.north") }));
  below.style.inlineSize = `${layout.cols * sizeOf(layout)}px`; // as wide as the map, of which the bar is a share
  map.after(below);
}

/** Lines of a map over the grid. */
export function lines(svg, layout, outline) {
  const ns = "http://www.w3.org/2000/svg";
  svg.setAttribute("viewBox", `0 0 ${layout.cols} ${layout.rows}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.replaceChildren(...outline.map((line) => {
    const node = document.createElementNS(ns, "polyline");
    node.setAttribute("points", line.map((xy) => xy.join(",")).join(" "));
    return node;
  }));
}
