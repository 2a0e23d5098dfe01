// The service worker: opens the pages while the server is unreachable, from files cached at the last visit.
//
// The network always comes first. API responses are never cached; a cached page shows that it isn't connected. The
// server prepends VERSION and FILES to this script.

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
const SHELL_CACHE = `shell ${VERSION}`;
const PAGES_CACHE = "pages";
// Timeout in milliseconds: a server that is switched off doesn't refuse, the network only stays silent.
const NETWORK_TIMEOUT_MS = 3000;

worker.addEventListener("install", (event) => event.waitUntil(cacheShell()));
worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  event.respondWith(respond(event, request));
});

async function cacheShell() {
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll(FILES);
  // Cache the open pages, which were loaded before this worker existed.
  const shown = await worker.clients.matchAll({ includeUncontrolled: true });
  const pages = await caches.open(PAGES_CACHE);
  await pages.addAll([...new Set(shown.map(({ url }) => url))]);
  await worker.skipWaiting();
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![SHELL_CACHE, PAGES_CACHE].includes(name)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Respond from the network, otherwise from the cache. Pages are cached as last received.
 *
 * @param {RequestEvent} event
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function respond(event, request) {
  const fetched = fetch(request);
  if (request.mode === "navigate") event.waitUntil(fetched.then((response) => cachePage(request, response.clone()), () => {}));
  // A page in another language or for another role is better than none. The cache has the texts of all pages.
  const cached = await findCached(request);
  if (!cached) return fetched;
  /** @type {Promise<Response>} */
  const fallback = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, cached));
  return Promise.race([fetched.catch(() => cached), fallback]);
}

/**
 * @param {Request} request
 * @returns {Promise<Response | undefined>}
 */
async function findCached(request) {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/styles.css") return caches.match(request, { ignoreVary: true, ignoreSearch: pathname.startsWith("/words/") });
  // Only single sheets are cached.
  const sheets = (searchParams.get("names") ?? "").split(",").map((name) => caches.match(`/static/${name}.css`, { ignoreVary: true }));
  const texts = await Promise.all(sheets.map(async (sheet) => (await sheet)?.text()));
  return texts.includes(undefined) ? undefined : new Response(texts.join(""), { headers: { "Content-Type": "text/css" } });
}

/**
 * @param {Request} request
 * @param {Response} response
 */
async function cachePage(request, response) {
  // A redirected response can't answer a navigation request.
  if (response.ok && !response.redirected) await (await caches.open(PAGES_CACHE)).put(request, response);
}
