// Keeps the page for when there is no network: what was loaded once is served from
// here, and nothing else is ever asked for.
const kept = "bauta-DIGEST";
const first = ["./", "index.html", "base.css", "page.css", "mask.svg", "phrases.js", "list.js", "plan.js", "about.js", "page.js", "core.js", "worker.js", "models.js"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((c) => c.addAll(first)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(
    names.filter((n) => n.startsWith("bauta-") && n !== kept).map((n) => caches.delete(n))));
  event.waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  event.respondWith(caches.open(kept).then(async (cache) => {
    const had = await cache.match(event.request, { ignoreSearch: true });
    if (had) return had;
    const got = await fetch(event.request);
    if (got.ok) await cache.put(event.request, got.clone());
    return got;
  }));
});
