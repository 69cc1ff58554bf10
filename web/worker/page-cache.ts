/// <reference lib="webworker" />

/** The files that the page needs without a network. The build writes them (`web/service-worker-build.ts`). */
declare const __FILES__: readonly string[];
/** It differs between any two builds. */
declare const __BUILD__: string;

const PREFIX = 'parley-page-';
const CACHE = PREFIX + __BUILD__;
/** Milliseconds. A network that takes longer counts as none. */
const PATIENCE_MS = 5_000;
/** The page itself, as its address is opened. */
const PAGE = '';

/** Whether a path is one of the page's own, apart from its assets; others belong to the service. */
export const isOfBuild = (path: string): boolean => path === PAGE || __FILES__.includes(path);

/** Stores the files of this build. @throws if one cannot be loaded: the worker is not installed */
export async function storeBuild(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...__FILES__].map((path) => new Request(path || './', { cache: 'no-cache' })));
}

export async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** For assets, whose names change with their contents. */
export async function cachedFirst(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}

/**
 * For the page and the files beside it, which keep their names. The answer of the network is not stored: the page of
 * this cache belongs to the assets of this cache.
 */
export async function networkFirst({ url }: Request, path: string): Promise<Response> {
  try {
    // A redirection, for example to the log-in of a proxy, is for the browser to follow.
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const cached = await (await caches.open(CACHE)).match(path || './');
    if (cached) return cached;
    throw error;
  }
}
