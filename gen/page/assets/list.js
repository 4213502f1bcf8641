// The list of messages before and after: of a hundred thousand, those that can be seen
// are in the page, between two empty boxes as high as the rest.
globalThis.bautaList = (box, chosen) => {
  const around = 30;
  const rows = [];
  const top = document.createElement("div"), mid = document.createElement("div"), end = document.createElement("div");
  for (const d of [top, mid, end]) d.setAttribute("role", "presentation");
  box.append(top, mid, end);
  let from = 0, to = 0, at = 0, word = 0, high = 40, due = false, follow = false;

  /** Cuts a row's text into marks and words, once: [start, end, mark or null]. */
  const cut = new WeakMap();
  const pieces = (row) => {
    if (!cut.has(row)) cut.set(row, piecesOf(row));
    return cut.get(row);
  };
  const piecesOf = (row) => {
    const out = [], behind = row.cuts ?? [];
    let next = 0;
    const words = (start, stop) => {
      for (const m of row.text.slice(start, stop).matchAll(/[\p{L}\p{M}\p{N}’'-]+/gu)) {
        let begin = start + m.index;
        const end = begin + m[0].length;
        for (; next < behind.length && behind[next] < end; next++) begin = Math.max(begin, behind[next]);
        out.push([begin, end, null]);
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

  // Of a long message a stretch of so many pieces is drawn: the first, or where the chosen one is.
  const most = 300;
  const stretch = (i) => (i === at ? Math.floor(word / most) : 0);

  const cell = (row, after, part) => {
    const node = document.createElement("span");
    node.className = "raw";
    node.setAttribute("translate", "no");
    node.setAttribute("spellcheck", "false");
    node.dir = "auto";
    const all = pieces(row), from = part * most, to = Math.min(all.length, from + most);
    const more = (piece) => {
      const link = document.createElement("span");
      link.className = "word";
      link.dataset.word = piece;
      link.textContent = "…";
      node.append(link);
    };
    if (from > 0) more(from - 1);
    let last = from > 0 ? all[from][0] : 0;
    for (let i = from; i < to; i++) {
      const [start, stop, mark] = all[i];
      node.append(row.text.slice(last, start));
      last = stop;
      const text = after && mark?.with != null ? mark.with : row.text.slice(start, stop);
      const piece = document.createElement(mark ? "mark" : "span");
      piece.className = mark ? (after && mark.with != null ? "instead word" : mark.fate + " word") : "word";
      piece.dataset.word = i;
      piece.textContent = text;
      node.append(piece);
    }
    node.append(row.text.slice(last, to < all.length ? all[to][0] : row.text.length));
    if (to < all.length) more(to);
    return node;
  };

  // What is drawn: a row is made anew only where its message or the stretch of it is another.
  let drawn = new Map();
  const line = (i) => {
    const part = stretch(i);
    let had = drawn.get(i);
    if (had?.row !== rows[i] || had.part !== part) {
      const node = document.createElement("div");
      node.className = "row";
      node.id = "row-" + i;
      node.dataset.at = i;
      node.setAttribute("role", "option");
      node.setAttribute("aria-posinset", i + 1);
      node.append(cell(rows[i], false, part), cell(rows[i], true, part));
      had = { row: rows[i], part, node };
    }
    had.node.setAttribute("aria-setsize", rows.length);
    had.node.setAttribute("aria-selected", String(i === at));
    had.node.querySelector(".here")?.classList.remove("here");
    if (i === at) had.node.firstChild.querySelector(`[data-word="${word}"]`)?.classList.add("here");
    return had;
  };

  const paint = () => {
    due = false;
    if (follow) {
      const above = at * high;
      if (above < box.scrollTop) box.scrollTop = above;
      else if (above + 2 * high > box.scrollTop + box.clientHeight) box.scrollTop = above + 2 * high - box.clientHeight;
    }
    const first = Math.max(0, Math.floor(box.scrollTop / high) - around);
    from = Math.min(first, Math.max(0, rows.length - 1));
    to = Math.min(rows.length, from + Math.ceil(box.clientHeight / high) + 2 * around);
    const now = new Map();
    for (let i = from; i < to; i++) now.set(i, line(i));
    drawn = now;
    const nodes = [...now.values()].map((one) => one.node);
    if (nodes.length !== mid.children.length || nodes.some((node, i) => node !== mid.children[i])) mid.replaceChildren(...nodes);
    top.style.blockSize = from * high + "px";
    end.style.blockSize = (rows.length - to) * high + "px";
    if (rows.length && at >= from && at < to) box.setAttribute("aria-activedescendant", "row-" + at);
    else box.removeAttribute("aria-activedescendant");
    if (follow) (mid.querySelector(".here") ?? now.get(at)?.node)?.scrollIntoView({ block: "nearest" });
    follow = false;
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
    follow = true;
    soon(); // however many keys come until then, they are drawn once
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
    /** Goes to what stands in a place: what was undone may be far from where somebody reads now. */
    show({ row, start }) {
      if (rows[row]) go(row, Math.max(0, pieces(rows[row]).findIndex(([, end]) => end > start)));
    },
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
