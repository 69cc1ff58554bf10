/// <reference lib="webworker" />
import { cachedFirst, deleteOldCaches, isOfBuild, networkFirst, storeBuild } from './page-cache.js';
import { openRoomOf, showPush } from './push-messages.js';

declare const self: ServiceWorkerGlobalScope;

/** From the page: this worker, of a newer build, takes over from the present one. */
const TAKE_OVER = 'take-over';

self.addEventListener('install', (event) => event.waitUntil(storeBuild()));

self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(() => self.clients.claim())));

self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  const path = pathname.slice(new URL(self.registration.scope).pathname.length);
  if (path.startsWith('assets/')) event.respondWith(cachedFirst(request));
  else if (isOfBuild(path)) event.respondWith(networkFirst(request, path));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openRoomOf(self.clients, self.registration.scope, event.notification));
});
