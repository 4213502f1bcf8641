// What every page has: the theme button, and menus that close.
document.getElementById("theme")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const root = document.documentElement;
  const button = event.submitter;
  root.dataset.theme = button.value;
  fetch("/settings/theme", { method: "POST", body: new URLSearchParams({ theme: button.value }), redirect: "manual" }).catch(() => {});
  button.value = button.value === "dark" ? "light" : "dark";
});

// Where the tabs are one line that scrolls, the page's own is in sight.
const here = document.querySelector(".tabs [aria-current]");
const line = here?.parentElement;
if (line && line.scrollWidth > line.clientWidth) line.scrollLeft = here.offsetLeft - (line.clientWidth - here.offsetWidth) / 2;

const menu = document.querySelector("details.me");
document.addEventListener("click", (event) => menu && !menu.contains(event.target) && menu.removeAttribute("open"));
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  menu.removeAttribute("open");
  menu.querySelector("summary").focus();
});

// An import under way: its bar moves, and the page comes anew at the next stage.
const far = document.querySelector("progress[data-watch]");
async function watch() {
  try {
    const answer = await fetch(far.dataset.watch);
    const now = answer.ok && !answer.redirected ? await answer.json() : { stage: "" };
    if (now.stage !== far.dataset.stage) return location.reload();
    far.max = Math.max(now.total, 1);
    far.value = now.done;
  } catch {
    // the server is away: ask again
  }
  setTimeout(watch, 500);
}
if (far) watch();
