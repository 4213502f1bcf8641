// The only modal: what "never mask" would release. The dialog element holds the
// focus, and Escape cancels.
import { $, ask, el, fill, raw, t } from "./ui.js";
import { nodesOf } from "./tokens.js";

function shown(box, o) {
  box.append(el("li", {},
    el("span", raw("text", o.dir), ...nodesOf(o)),
    el("label", {}, el("input", { type: "checkbox", name: "exclude", value: o.id }), " " + t("js.exclude"))));
}

/** What the sums say, in words. */
function sums(p) {
  const kept = p.kept.map((k) => t("js.never.kept", k.n, k.by));
  if (p.mine) kept.push(t("js.never.mine", p.mine));
  return [t("js.never.count", p.count, p.undecided), ...kept].join(" – ");
}

/**
 * Shows the preview. What was chosen is handed on within the key press that
 * confirms, so that the next key already meets the next group.
 * @param {(chosen: {exact: boolean, excludes: number[]}) => void} confirmed @param {() => void} cancelled
 */
export function preview(desk, decision, confirmed, cancelled) {
  const dialog = $("never");
  const form = dialog.querySelector("form");
  form.reset();
  $("never-word").textContent = `“${desk.word}”`;
  fill($("never-count"));
  fill($("never-unusual"));
  $("never-second").hidden = $("never-refused").hidden = true;
  $("never-yes").disabled = true;
  const exact = () => form.elements.case.value === "exact";
  form.onchange = (event) => event.target.name === "case" && look(form, { ...decision, exact: exact() });
  form.onsubmit = (event) => {
    event.preventDefault();
    if ($("never-yes").disabled) return;
    dialog.close();
    confirmed({ exact: exact(), excludes: [...form.querySelectorAll("[name=exclude]:checked")].map((box) => Number(box.value)) });
  };
  dialog.oncancel = (event) => (event.preventDefault(), dialog.close(), cancelled());
  $("never-no").onclick = () => (dialog.close(), cancelled());
  dialog.showModal();
  $("never-no").focus();
  look(form, decision);
}

/** Asks what the rule would do, and shows it. */
async function look(form, decision) {
  try {
    const p = await ask("look", decision);
    $("never-count").textContent = sums(p);
    const list = el("ul", { class: "lines" });
    p.unusual.forEach((o) => shown(list, o));
    fill($("never-unusual"), p.unusual.length ? el("p", { class: "facts", text: t("js.never.unusual") }) : null, list);
    $("never-second").hidden = !p.second || Boolean(p.refused);
    refuse(p.refused && t("js.refused", p.refused));
  } catch (error) {
    refuse(error.message);
  }
  if (!form.contains(document.activeElement?.closest("fieldset"))) ($("never-yes").disabled ? $("never-no") : $("never-yes")).focus();
}

function refuse(text) {
  $("never-refused").hidden = !text;
  $("never-refused").textContent = text;
  $("never-yes").disabled = Boolean(text);
}
