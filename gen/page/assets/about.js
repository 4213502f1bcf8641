// What is said of an open file beside its messages: what stays in clear, and what each mark means.
globalThis.bautaAbout = (about, t, treat) => {
  const $ = (id) => document.getElementById(id);
  const stays = about?.columns ?? [];
  $("beside").hidden = !stays.length;
  $("beside-says").textContent = stays.some((c) => c.becomes === "keep") ? t("page.beside") : t("page.beside.none");
  $("beside-author").hidden = !stays.some((c) => c.author && c.becomes === "keep");
  $("alone").hidden = !about?.alone;
  const chosen = document.activeElement?.dataset?.column;
  $("columns").replaceChildren(...stays.map((c) => {
    const item = document.createElement("li"), label = document.createElement("label"), name = document.createElement("b");
    name.textContent = c.name;
    name.setAttribute("translate", "no");
    name.className = "raw";
    label.append(name);
    item.append(label);
    if (c.author) label.append(" ", t("page.column.author"));
    if (!about.choose) return item;
    const how = document.createElement("select");
    for (const way of [["keep", t("page.column.keep")], ["drop", t("page.column.drop")], ["hash", t("page.column.hash")]]) {
      how.add(new Option(way[1], way[0], false, way[0] === c.becomes));
    }
    how.dataset.column = c.key;
    how.addEventListener("change", () => treat(c.key, how.value));
    label.append(" ", how);
    return item;
  }));
  $("columns").querySelector(`[data-column="${CSS.escape(chosen ?? "")}"]`)?.focus();
};

/** In what languages so many texts were read, the most frequent first. */
globalThis.bautaLanguages = (about, languages) => Object.entries(about.langs).sort((a, b) => b[1] - a[1])
  .map(([code, n], _, all) => (languages[code] ?? code) + (all.length > 1 ? " " + n : "")).join(", ") || "–";
