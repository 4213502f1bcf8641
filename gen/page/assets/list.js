// The list of messages before and after: of a hundred thousand, those that can be seen
// are in the page, between two empty boxes as high as the rest.
globalThis.bautaList = (box, chosen) => {
  const around = 30;
  const rows = [];
  const top = document.createElement("div"), mid = document.createElement("div"), end = document.createElement("div");
  for (const d of [top, mid, end]) d.setAttribute("role", "presentation");
  box.append(top, mid, end);
  let from = 0, to = 0, at = 0, word = 0, high = 40, due = false;

  /** Cuts a row's text into marks and words: [start, end, mark or null]. */
  const pieces = (row) => {
    const out = [];
    const words = (start, stop) => {
      for (const m of row.text.slice(start, stop).matchAll(/[\p{L}\p{M}\p{N}’'-]+/gu)) {
        out.push([start + m.index, start + m.index + m[0].length, null]);
      }
    };
    let last = 0;
    for (const m of row.marks) {
      words(last, m.start);
      out.push([m.start, m.end, m]);
      last = m.end;
    }
    words(last, row.text.length);
    return out;
  };

  const cell = (row, after, active) => {
    const node = document.createElement("span");
    node.className = "raw";
    node.setAttribute("translate", "no");
    node.setAttribute("spellcheck", "false");
    node.dir = "auto";
    let last = 0;
    pieces(row).forEach(([start, stop, mark], i) => {
      node.append(row.text.slice(last, start));
      last = stop;
      const text = after && mark?.with != null ? mark.with : row.text.slice(start, stop);
      const piece = document.createElement(mark ? "mark" : "span");
      piece.className = mark ? (after && mark.with != null ? "instead word" : mark.fate + " word") : "word";
      piece.dataset.word = i;
      if (active && !after && i === word) piece.classList.add("here");
      piece.textContent = text;
      node.append(piece);
    });
    node.append(row.text.slice(last));
    return node;
  };

  const line = (i) => {
    const node = document.createElement("div");
    node.className = "row";
    node.id = "row-" + i;
    node.dataset.at = i;
    node.setAttribute("role", "option");
    node.setAttribute("aria-selected", String(i === at));
    node.setAttribute("aria-posinset", i + 1);
    node.setAttribute("aria-setsize", rows.length);
    node.append(cell(rows[i], false, i === at), cell(rows[i], true, i === at));
    return node;
  };

  const paint = () => {
    due = false;
    const first = Math.max(0, Math.floor(box.scrollTop / high) - around);
    from = Math.min(first, Math.max(0, rows.length - 1));
    to = Math.min(rows.length, from + Math.ceil(box.clientHeight / high) + 2 * around);
    mid.replaceChildren(...Array.from({ length: to - from }, (_, i) => line(from + i)));
    top.style.blockSize = from * high + "px";
    end.style.blockSize = (rows.length - to) * high + "px";
    if (rows.length && at >= from && at < to) box.setAttribute("aria-activedescendant", "row-" + at);
    else box.removeAttribute("aria-activedescendant");
  };
  const soon = () => {
    if (!due) due = requestAnimationFrame(paint) > 0;
  };

  const tell = () => {
    const p = rows[at] && pieces(rows[at])[word];
    chosen(p ? { word: rows[at].text.slice(p[0], p[1]), mark: p[2], at: { row: rows[at].at, start: p[0], end: p[1] } } : null);
  };
  const go = (to, w) => {
    at = Math.max(0, Math.min(rows.length - 1, to));
    word = Math.max(0, Math.min((rows[at] ? pieces(rows[at]).length : 1) - 1, w));
    const top = at * high;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + 2 * high > box.scrollTop + box.clientHeight) box.scrollTop = top + 2 * high - box.clientHeight;
    paint();
    document.getElementById("row-" + at)?.scrollIntoView({ block: "nearest" });
    tell();
  };

  box.addEventListener("scroll", soon);
  box.addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (row) go(Number(row.dataset.at), Number(event.target.closest(".word")?.dataset.word ?? 0));
  });
  box.addEventListener("keydown", (event) => {
    const to = {
      ArrowDown: [at + 1, 0], ArrowUp: [at - 1, 0], ArrowRight: [at, word + 1], ArrowLeft: [at, word - 1],
      Home: [0, 0], End: [rows.length - 1, 0], PageDown: [at + 10, 0], PageUp: [at - 10, 0],
    }[event.key];
    if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(...to);
  });

  return {
    rows,
    clear() {
      rows.length = at = word = 0;
      box.scrollTop = 0;
      paint();
    },
    /** Takes rows in: new ones behind, those that were there in their places. */
    add(some) {
      for (const row of some) rows[row.at] = row;
      soon();
    },
    tell,
    /** How high a row is, once there are some. */
    measure() {
      paint();
      if (mid.children.length) high = Math.max(24, mid.offsetHeight / mid.children.length);
      if (at === 0) at = Math.max(0, rows.findIndex((row) => !row.more)); // a message, not what stands beside them
      paint();
      tell();
    },
  };
};
