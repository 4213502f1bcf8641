// The audit page: its forms do the work, this gives them their keys.
import { $, blur, blurred, help, shut, watchRest } from "./ui.js";
import { listen } from "./keymap.js";

listen($("work"), () => "audit", (action) => {
  if (action === "close") return shut();
  if (action === "help") return help();
  if (action === "hide") return blur(!blurred());
  if (!blurred()) document.querySelector(`#work [data-do="${action}"]`)?.click();
});
watchRest();
if (document.activeElement === document.body) $("work").focus();
