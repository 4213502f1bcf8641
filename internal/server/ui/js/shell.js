// What every page has: the theme button, and menus that close.
document.getElementById("theme")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const root = document.documentElement;
  const button = event.submitter;
  root.dataset.theme = button.value;
  fetch("/settings/theme", { method: "POST", body: new URLSearchParams({ theme: button.value }), redirect: "manual" }).catch(() => {});
  button.value = button.value === "dark" ? "light" : "dark";
});

const menu = document.querySelector("details.me");
document.addEventListener("click", (event) => menu && !menu.contains(event.target) && menu.removeAttribute("open"));
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  menu.removeAttribute("open");
  menu.querySelector("summary").focus();
});
