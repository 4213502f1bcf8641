// Before a message goes out whose place can still be told, the reviewer is asked.
// The question is in the reader's language where we have it: it is the one that
// must not be answered unread.
import { $ } from "./ui.js";

/** By language: the question, what is so, back, accept. */
const words = {
  fr: ["Le lieu se devine encore. Accepter quand même ?", (p, t) => `Probabilité du lieu ${p}, seuil ${t} : le message sortirait identifiable.`, "Revenir au message", "Accepter quand même"],
  en: ["The place can still be told. Accept it all the same?", (p, t) => `Probability of the place ${p}, threshold ${t}: the message would go out identifiable.`, "Back to the message", "Accept all the same"],
  de: ["Der Ort ist noch zu erraten. Trotzdem annehmen?", (p, t) => `Wahrscheinlichkeit des Ortes ${p}, Schwelle ${t}: Die Nachricht ginge erkennbar hinaus.`, "Zurück zur Nachricht", "Trotzdem annehmen"],
  it: ["Il luogo si indovina ancora. Accettare comunque?", (p, t) => `Probabilità del luogo ${p}, soglia ${t}: il messaggio uscirebbe identificabile.`, "Torna al messaggio", "Accetta comunque"],
  es: ["El lugar todavía se adivina. ¿Aceptar de todos modos?", (p, t) => `Probabilidad del lugar ${p}, umbral ${t}: el mensaje saldría identificable.`, "Volver al mensaje", "Aceptar de todos modos"],
  sv: ["Platsen går fortfarande att gissa. Godkänna ändå?", (p, t) => `Platsens sannolikhet ${p}, tröskel ${t}: meddelandet skulle gå ut identifierbart.`, "Tillbaka till meddelandet", "Godkänn ändå"],
};

/**
 * Asks. The focus is on the way back, so that one Enter too many releases
 * nothing; a key held down answers nothing.
 * @param {string} p @param {string} t @param {() => void} sure @param {() => void} back
 */
export function askIfSure(p, t, sure, back) {
  const lang = navigator.languages.map((code) => code.slice(0, 2)).find((code) => words[code]) ?? "en";
  const [title, says, no, yes] = words[lang];
  const dialog = $("sure");
  dialog.lang = lang;
  $("sure-title").textContent = title;
  $("sure-says").textContent = says(p, t);
  $("sure-no").textContent = no;
  $("sure-yes").textContent = yes;
  const leave = (then) => (dialog.close(), then());
  dialog.onkeydown = (event) => {
    if (event.repeat && event.key !== "Tab") event.preventDefault();
  };
  dialog.querySelector("form").onsubmit = (event) => (event.preventDefault(), leave(sure));
  dialog.oncancel = (event) => (event.preventDefault(), leave(back));
  $("sure-no").onclick = () => leave(back);
  dialog.showModal();
  $("sure-no").focus();
}
