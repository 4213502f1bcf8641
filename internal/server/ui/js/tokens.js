// A message as tokens, with one stretch marked. The server gives offsets in
// bytes of the message; between them only whole tokens and graphemes are
// chosen, so no code here counts in UTF-16.
import { el } from "./ui.js";

const bytes = new TextEncoder();
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The tokens of an occurrence: text and bytes. @returns {{text: string, start: number, end: number}[]} */
export function tokensOf(seen) {
  return seen.at.reduce((out, start, i) => {
    if (i % 2 === 0) out.push({ text: seen.pieces[i + 1], start, end: seen.at[i + 1] });
    return out;
  }, []);
}

/** The stretch that is masked: what the reviewer chose, else the occurrence. */
export const stretch = (seen) => seen.as ?? { start: seen.start, end: seen.end };

/** Cuts one token at byte offsets inside it. */
function cut(token, edges) {
  const parts = [];
  let text = "", start = token.start, at = token.start;
  for (const { segment } of graphemes.segment(token.text)) {
    if (at > start && edges.includes(at)) {
      parts.push({ text, start, end: at });
      [text, start] = ["", at];
    }
    text += segment;
    at += bytes.encode(segment).length;
  }
  parts.push({ text, start, end: token.end });
  return parts;
}

/**
 * The nodes of a message: each token in a <bdi>, the stretch in a <mark>; or in
 * its place what stands for it; or, with false, no mark at all.
 */
export function nodesOf(seen, instead = null) {
  const { start, end } = stretch(seen);
  const out = [];
  let mark = null;
  tokensOf(seen).forEach((token, i) => {
    const gap = seen.pieces[2 * i];
    const inside = token.start > start && token.start < end;
    if (gap) (inside && mark ? mark : out).push(document.createTextNode(gap));
    for (const part of cut(token, [start, end])) {
      if (part.start < start || part.end > end) {
        mark = null;
        out.push(el("bdi", { text: part.text }));
        continue;
      }
      if (!mark) {
        mark = [];
        out.push(mark);
      }
      mark.push(el("bdi", { text: part.text }));
    }
  });
  out.push(document.createTextNode(seen.pieces.at(-1)));
  return out.map((n) => {
    if (!Array.isArray(n)) return n;
    if (instead === false) return el("span", {}, ...n);
    return instead == null ? el("mark", {}, ...n) : el("mark", { class: "instead", text: instead });
  });
}

/** Where a stretch may end: at tokens, or inside them at graphemes. */
function edges(seen, fine) {
  const out = new Set();
  for (const token of tokensOf(seen)) {
    out.add(token.start).add(token.end);
    if (!fine) continue;
    let at = token.start;
    for (const { segment } of graphemes.segment(token.text)) out.add((at += bytes.encode(segment).length));
  }
  return [...out].sort((a, b) => a - b);
}

/**
 * Takes in one step more, or one less. With one step left, "less" takes in the
 * step before instead.
 */
export function reach(seen, more, fine) {
  const now = stretch(seen);
  const ends = edges(seen, fine);
  const tokens = tokensOf(seen);
  const isEnd = (b) => fine || tokens.some((t) => t.end === b);
  const isStart = (b) => fine || tokens.some((t) => t.start === b);
  let { start, end } = now;
  if (more) {
    end = ends.find((b) => b > now.end && isEnd(b)) ?? end;
  } else {
    const less = ends.findLast((b) => b < now.end && b > now.start && isEnd(b));
    if (less) end = less;
    else start = ends.findLast((b) => b < now.start && isStart(b)) ?? start;
  }
  seen.as = start === seen.start && end === seen.end ? null : { start, end };
}
