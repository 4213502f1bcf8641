// Keys to actions, from the server's one registry (boot.keys): what is printed
// on a button is what works.
import { boot } from "./ui.js";

/** A keyboard event as the registry writes it: "Shift+Digit1", "m", "Ctrl+z", "?". */
export function chord(event) {
  let key = event.key;
  let shift = event.shiftKey;
  if (/^(Digit|Numpad)[0-9]$/.test(event.code)) {
    key = "Digit" + event.code.slice(-1); // by place: AZERTY types digits with Shift
  } else if (event.ctrlKey && event.altKey && /^Key[A-Z]$/.test(event.code) && !/^[a-z]$/i.test(key)) {
    key = event.code.slice(3).toLowerCase(); // AltGr typed a sign
  } else if (key === " ") {
    key = "Space";
  } else if (key.length === 1) {
    const small = key.toLowerCase();
    if (small === key.toUpperCase()) shift = false; // a sign: where it needs Shift hangs on the layout
    key = small;
  }
  return (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + (shift ? "Shift+" : "") + key;
}

const typing = 'input:not([name="word"]), textarea, select, [contenteditable]';

/**
 * Listens inside a region. Single keys act nowhere else, so that dictation or
 * typing elsewhere decides nothing.
 * @param {HTMLElement} region
 * @param {() => string} screen the screen of the registry in force
 * @param {(action: string) => void} act
 */
export function listen(region, screen, act) {
  region.addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented || event.target.matches?.(typing) || event.target.closest?.("dialog")) return;
    const action = boot.keys[screen()]?.[chord(event)];
    if (!action) return;
    const onButton = event.target.closest("button:not(.row, .token), a, summary");
    if (onButton && (event.key === "Enter" || event.key === " ")) return; // the button's own click
    event.preventDefault();
    if (event.repeat && !/^(up|down|left|right|extend|shrink)$/.test(action)) return;
    act(action);
  });
  region.dataset.keys = "on"; // from here on keys are heard
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-do]");
    if (button) {
      if (button.type === "submit" && button.form) return;
      act(button.dataset.do);
    }
  });
}

/** Prints the keys of the panels, which the server does not print itself. */
export function printKeys() {
  for (const node of document.querySelectorAll("[data-key]")) {
    const at = node.dataset.key.lastIndexOf(".");
    node.textContent = boot.print[node.dataset.key.slice(0, at)]?.[node.dataset.key.slice(at + 1)] ?? "";
    node.hidden = !node.textContent;
  }
}
