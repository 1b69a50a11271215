/*
 * Makes a later visit work without the server: the browser runs this between the page and the network. While the server
 * answers, its answer counts, so that a new build is seen at the next visit. All kept files are of one build, and a new
 * build replaces them at once. Nothing else is kept, above all no scores.
 */

/** Set by the build: the files of the page, and a digest of them. */
declare const PAGE: {readonly files: readonly string[]; readonly digest: string};

/** The parts of a service worker in use; TypeScript's own types of it conflict with those of a page. */
interface Worker {
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Asking) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: {readonly scope: string};
}
interface Lasting {
  readonly waitUntil: (work: Promise<unknown>) => void;
}
interface Asking {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

declare const self: Worker;

const INDEX = 'index.html';

const root = self.registration.scope;
/** The caches of this page: another site of the same host may have its own. */
const OURS = `fivedice ${root} `;
const NAME = `${OURS}${PAGE.digest}`;
/** Address of each kept file, by the addresses that ask for it. The index is kept at the address of its folder. */
const kept = new Map(PAGE.files.map((file) => [`${root}${file}`, file === INDEX ? root : `${root}${file}`]));
kept.set(root, root);

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const {request} = event;
  const address = kept.get(request.url.replace(/[?#].*$/s, ''));
  if (request.method === 'GET' && address !== undefined) event.respondWith(fetchOrKept(address));
});

/** Keeps all files or none: if one cannot be fetched, the browser tries again at the next visit. */
async function keep(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll([...new Set(kept.values())].map((address) => new Request(address, {cache: 'no-cache'})));
  await self.skipWaiting();
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(OURS) && name !== NAME).map((name) => caches.delete(name)),
  );
}

async function fetchOrKept(address: string): Promise<Response> {
  try {
    // Bypasses the browser's own cache, from which half a page may be of an old build.
    return await fetch(address, {cache: 'no-cache'});
  } catch (error) {
    const found = await (await caches.open(NAME)).match(address);
    if (found === undefined) throw error;
    return found;
  }
}

export {};
