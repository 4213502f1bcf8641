// Searches the index of this folder, words.js; nothing is asked of anybody.
"use strict";
(() => {
  const field = document.getElementById("q"), found = document.getElementById("found"), most = 20;
  const whole = { "ß": "ss", "œ": "oe", "æ": "ae", "ø": "o", "ı": "i", "ł": "l" };
  const fold = s => s.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[ßœæøıł]/g, c => whole[c]);

  // hits gives the sections that hold a word beginning so, with how well: in a
  // heading counts more than in the text. Where none does, those with a word of the same
  // stem: anonymiser and Anonymisierung find anonymise.
  function hits(word) {
    const stem = word.slice(0, Math.max(5, Math.ceil(word.length * 0.6)));
    for (const begins of new Set([word, stem])) {
      const all = new Map();
      for (const [key, places] of Object.entries(bautaWords.words)) {
        if (key.startsWith(begins)) for (const at of places) all.set(at, (all.get(at) || 0) + (key === word ? 2 : 1));
      }
      for (const at of all.keys()) if (fold(bautaWords.sections[at].title).includes(begins)) all.set(at, all.get(at) + 5);
      if (all.size) return all;
    }
    return new Map();
  }

  function search() {
    const words = fold(field.value).split(/[^\p{L}\p{N}]+/u).filter(w => w.length > 1);
    found.replaceChildren();
    if (!words.length) return;
    const [first, ...rest] = words.map(hits);
    const both = [...first].filter(([at]) => rest.every(r => r.has(at)))
      .map(([at, n]) => [at, rest.reduce((sum, r) => sum + r.get(at), n)]).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const said = document.createElement("p");
    said.textContent = both.length ? `${both.length} found` : "Nothing found";
    const list = document.createElement("ul");
    for (const [at] of both.slice(0, most)) {
      const link = document.createElement("a"), item = document.createElement("li");
      link.href = document.documentElement.dataset.root + bautaWords.sections[at].url;
      link.textContent = bautaWords.sections[at].title;
      item.append(link);
      list.append(item);
    }
    found.append(said, list);
  }

  field.addEventListener("input", search);
  field.value = new URLSearchParams(location.search).get("q") || "";
  search();
})();
