// A message as units that carry a mark: a label, "" for none, "B-" before one
// that begins anew. Bytes come from the server; units are split between
// graphemes alone, and nothing here counts in UTF-16.
import { boot, labelName, t } from "./ui.js";

const bytes = new TextEncoder();
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The units of a message as the server lays it out. */
export function unitsOf(task) {
  return task.marks.map((mark, i) => ({
    gap: task.pieces[2 * i], text: task.pieces[2 * i + 1], start: task.at[2 * i], end: task.at[2 * i + 1], mark,
    suggested: task.suggested?.[i] ?? {}, before: task.before?.[i] ?? { labels: [] },
  }));
}

/** The label of a mark, without what says that it begins anew. */
export const labelOf = (mark) => mark.replace(/^B-/, "");

/** The IOB2 tags of the units: an I follows its own label alone. */
export function tags(units) {
  let last = "";
  return units.map(({ mark }) => {
    const label = labelOf(mark);
    const tag = !label ? "O" : label === last && mark === label ? `I-${label}` : `B-${label}`;
    last = label;
    return tag;
  });
}

/** A tag in words, as people read it; nothing where there is no label. */
export const tagName = (tag) => (tag === "O" ? "" : labelName(tag.slice(2)));

/** A tag in words, as it is read aloud: what goes on says so. */
export function tagSays(tag) {
  if (tag === "O") return t("js.nolabel");
  return tag.startsWith("I-") ? t("js.goes.on", tagName(tag)) : tagName(tag);
}

/**
 * Splits a unit after its first n graphemes.
 * @returns {object[] | null} two units; null where there is nothing to split
 */
export function split(unit, n) {
  const letters = [...graphemes.segment(unit.text)].map((s) => s.segment);
  if (n < 1 || n >= letters.length) return null;
  const head = letters.slice(0, n).join("");
  const at = unit.start + bytes.encode(head).length;
  return [
    { ...unit, text: head, end: at },
    { ...unit, gap: "", text: letters.slice(n).join(""), start: at, mark: labelOf(unit.mark), cut: true },
  ];
}

export const letters = (text) => [...graphemes.segment(text)].length;

/** What the message becomes: each entity as its label with a number, equal ones alike. */
export function preview(units) {
  const seen = new Map();
  const counts = new Map();
  const out = [];
  const all = tags(units);
  for (let i = 0; i < units.length; i++) {
    if (all[i] === "O") {
      out.push(units[i].gap, units[i].text);
      continue;
    }
    const label = labelOf(units[i].mark);
    const first = units[i].gap;
    let words = units[i].text;
    while (all[i + 1]?.startsWith("I-")) words += " " + units[++i].text;
    const key = label + "\u0000" + words.toLocaleLowerCase();
    if (!seen.has(key)) {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      seen.set(key, counts.get(label));
    }
    out.push(first, `[${labelName(label)}\u00a0${seen.get(key)}]`);
  }
  return out.join("");
}

/** What is sent of units: their marks, the units of the server, and where they were split. */
export function sent(task, units) {
  return { at: task.at, cuts: units.filter((u) => u.cut).map((u) => u.start), marks: units.map((u) => u.mark) };
}

/** The labels of the project; the first nine have digits. */
export const labels = () => boot.screen.labels;
