// What opens the pages where the server is away: their files, kept by the browser since the last visit.
//
// The server answers first, always. Nothing of the API is kept: a page that opens from here says itself
// that it isn't connected. VERSION and FILES stand before this, written by the server.

const SHELL = `shell ${VERSION}`;
const PAGES = "pages";
// A server that is switched off refuses nothing: the network just stays silent.
const PATIENCE = 3000;

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(answer(event, request));
});

async function keepShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES);
  // The page that brought this worker was there before it.
  const shown = await self.clients.matchAll({ includeUncontrolled: true });
  const pages = await caches.open(PAGES);
  await pages.addAll([...new Set(shown.map(({ url }) => url))]);
  await self.skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL, PAGES].includes(name)).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What the server says, or else what is kept. Pages are kept as they were said last. */
async function answer(event, request) {
  const asked = fetch(request);
  if (request.mode === "navigate") event.waitUntil(asked.then((response) => keep(request, response.clone()), () => {}));
  // The page in another language, or as another visitor sees it, is better than none.
  const kept = await caches.match(request, { ignoreVary: true });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([asked.catch(() => kept), late]);
}

async function keep(request, response) {
  // A redirected answer can't be given to who asks for the page itself.
  if (response.ok && !response.redirected) await (await caches.open(PAGES)).put(request, response);
}
