// What opens the pages where the server is away: their files, kept by the browser since the last visit.
//
// The server answers first, always. Nothing of the API is kept: a page that opens from here says itself
// that it isn't connected. VERSION and FILES stand before this, written by the server.

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const SHELL = `shell ${VERSION}`;
const PAGES = "pages";
// A server that is switched off refuses nothing: the network just stays silent.
const PATIENCE = 3000;

worker.addEventListener("install", (event) => event.waitUntil(keepShell()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(answer(event, request));
});

async function keepShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES);
  // The page that brought this worker was there before it.
  const shown = await worker.clients.matchAll({ includeUncontrolled: true });
  const pages = await caches.open(PAGES);
  await pages.addAll([...new Set(shown.map(({ url }) => url))]);
  await worker.skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL, PAGES].includes(name)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * What the server says, or else what is kept. Pages are kept as they were said last.
 *
 * @param {RequestEvent} event
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(event, request) {
  const asked = fetch(request);
  if (request.mode === "navigate") event.waitUntil(asked.then((response) => keep(request, response.clone()), () => {}));
  // The page in another language, or as another visitor sees it, is better than none.
  const kept = await caches.match(request, { ignoreVary: true });
  if (!kept) return asked;
  /** @type {Promise<Response>} */
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  return Promise.race([asked.catch(() => kept), late]);
}

/**
 * @param {Request} request
 * @param {Response} response
 */
async function keep(request, response) {
  // A redirected answer can't be given to who asks for the page itself.
  if (response.ok && !response.redirected) await (await caches.open(PAGES)).put(request, response);
}
