// What an audit of the file would cost, as bauta audit plan says it.
globalThis.bautaPlan = (plan, t, lang) => {
  const $ = (id) => document.getElementById(id);
  const number = (n, digits = 0) => n.toLocaleString(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const lasting = (seconds) => (seconds < 3600 ? t("page.plan.minutes", number(Math.max(1, seconds / 60))) : t("page.plan.hours", number(seconds / 3600, 1)));
  const looks = (n) => (n === null ? t("page.plan.never") : t("page.plan.looks", number(n), lasting(n * plan.seconds_a_look)));
  const share = (n) => n.toLocaleString(lang, { style: "percent", maximumFractionDigits: 3 });
  $("plan-says").textContent = t("page.plan.says", plan.n, share(1 - plan.level), share(plan.limit));
  $("plan-measured").textContent = t("page.plan.measured", plan.canaries);
  $("plan-rows").replaceChildren(...plan.looks.map((need) => {
    const row = document.createElement("tr");
    for (const [tag, text] of [["th", number(need.leaks)], ["td", looks(need.reader_sees_all)], ["td", looks(need.reader_measured)]]) {
      const cell = document.createElement(tag);
      if (tag === "th") cell.scope = "row";
      cell.textContent = text;
      row.append(cell);
    }
    return row;
  }));
  $("plan-once").textContent = t("page.plan.once", number(plan.seconds_a_look, 1), looks(plan.looks_at_once));
  $("plan-type").textContent = plan.type;
  for (const option of [...$("limit").options, ...$("alpha").options]) {
    option.textContent = share(Number(option.value));
  }
};

/** What to type next, of the original and what was saved of it. */
globalThis.bautaPlanType = (original, saved, stem, limit, alpha) => {
  const word = (name) => {
    const safe = name.startsWith("-") ? "./" + name : name;
    return /^[\p{L}\p{N}._/-]+$/u.test(safe) ? safe : '"' + safe.replace(/["$`\\]/g, "\\$&") + '"';
  };
  const log = "--log " + word(stem + ".audit");
  return `bauta audit draw ${word(saved)} --original ${word(original)} ${log} --limit ${limit} --alpha ${alpha} -o ${word(stem + ".sheet.csv")}\n` +
    `bauta audit enter ${word(stem + ".sheet.csv")} ${log}`;
};
