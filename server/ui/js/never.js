// The only modal: what "never mask" would release. The dialog element holds the
// focus, and Escape cancels.
import { $, ask, el, fill, plural, raw } from "./ui.js";
import { nodesOf } from "./tokens.js";

function shown(box, o) {
  box.append(el("li", {},
    el("span", raw("text"), ...nodesOf(o)),
    el("label", {}, el("input", { type: "checkbox", name: "exclude", value: o.id }), " exclude this one")));
}

/** What the sums say, in words. */
function sums(p) {
  const kept = p.kept.map((k) => `${k.n} decided by ${k.by}, left as it is`);
  if (p.mine) kept.push(`${p.mine} decided by you, left as it is`);
  return [plural(p.count, "occurrence"), `${p.undecided} undecided`, ...kept].join(" – ");
}

/**
 * Shows the preview. Gives what was chosen, or null.
 * @returns {Promise<{exact: boolean, excludes: number[]} | null>}
 */
export async function preview(desk, decision) {
  const dialog = $("never");
  const form = dialog.querySelector("form");
  form.reset();
  $("never-word").textContent = `“${desk.word}”`;
  fill($("never-count"));
  fill($("never-unusual"));
  $("never-second").hidden = $("never-refused").hidden = true;
  $("never-yes").disabled = true;
  dialog.returnValue = "";
  dialog.showModal();
  $("never-no").focus();
  const look = async () => {
    const exact = form.elements.case.value === "exact";
    try {
      const p = await ask("look", { ...decision, exact });
      $("never-count").textContent = sums(p);
      const list = el("ul", { class: "lines" });
      p.unusual.forEach((o) => shown(list, o));
      fill($("never-unusual"), p.unusual.length ? el("p", { class: "facts", text: "The most unusual contexts:" }) : null, list);
      $("never-second").hidden = !p.second || Boolean(p.refused);
      $("never-refused").hidden = !p.refused;
      $("never-refused").textContent = p.refused ? `Refused: ${p.refused}.` : "";
      $("never-yes").disabled = Boolean(p.refused);
    } catch (error) {
      $("never-refused").hidden = false;
      $("never-refused").textContent = error.message;
      $("never-yes").disabled = true;
    }
    if (dialog.open && !form.contains(document.activeElement?.closest("fieldset"))) ($("never-yes").disabled ? $("never-no") : $("never-yes")).focus();
  };
  form.onchange = (event) => event.target.name === "case" && look();
  $("never-no").onclick = () => dialog.close("cancel");
  const closed = new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  await look();
  await closed;
  if (dialog.returnValue !== "confirm") return null;
  const excludes = [...form.querySelectorAll("[name=exclude]:checked")].map((box) => Number(box.value));
  return { exact: form.elements.case.value === "exact", excludes };
}
