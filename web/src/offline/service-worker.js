// Keeps one version of the page whole, so that it works without a network and never shows parts of two versions, and sends
// it with the headers that a host may not send. The build puts VERSION, FILES and HEADERS before this.
/* global VERSION, FILES, HEADERS */

const PREFIX = `hpack-inspector ${registration.scope} `;
const CACHE = PREFIX + VERSION;
const INDEX = new URL("index.html", registration.scope).href;

/** The answer of the host, if it is this version's file: not another version's, nor a page that stands for a missing one. */
async function fetchOwn([file, digest]) {
  const answer = await fetch(new Request(file, { cache: "no-cache" }));
  const bytes = await answer.arrayBuffer();
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if (btoa(String.fromCharCode(...found)) !== digest) throw new Error(`The host does not send this version’s ${file}.`);
  return new Response(bytes, { headers: { "Content-Type": answer.headers.get("Content-Type") ?? "" } });
}

/** Keeps every file, or none: the page then asks again later. */
async function install() {
  const files = await Promise.all(Object.entries(FILES).map(async (file) => [file[0], await fetchOwn(file)]));
  // Another worker for the same files may already serve them.
  const isKept = await caches.has(CACHE);
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(files.map(([file, answer]) => cache.put(file, answer)));
  } catch (error) {
    if (!isKept) await caches.delete(CACHE);
    throw error;
  }
}

/** Older versions stay while a page of one may be open: it loads parts of itself when they are needed. */
async function forgetOthers({ isReloadNavigation = false }) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  // The page that a reload replaces is still open, the new one is not yet.
  if (open.length > Number(isReloadNavigation)) return;
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

async function answer(request, isPage) {
  const cache = await caches.open(CACHE);
  const kept = isPage ? await cache.match(INDEX) : ((await cache.match(request)) ?? (await caches.match(request)));
  if (kept === undefined) return fetch(request);
  const headers = new Headers(kept.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(kept.body, { status: kept.status, headers });
}

addEventListener("install", (event) => event.waitUntil(install()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*/, "");
  if (request.method !== "GET" || !address.startsWith(registration.scope)) return;
  const isPage = request.mode === "navigate" && [registration.scope, INDEX].includes(address);
  // Documents in this folder that are not among the files are not the page's.
  if (request.mode === "navigate" && !isPage && !(address.slice(registration.scope.length) in FILES)) return;
  event.respondWith(answer(request, isPage));
  if (isPage) event.waitUntil(forgetOthers(request));
});

// The person has asked for this version, which waits while pages of another are open.
addEventListener("message", ({ data }) => {
  if (data === "switch") skipWaiting();
});
