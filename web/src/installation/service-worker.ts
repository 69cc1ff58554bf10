import { signal } from '@preact/signals';

import { showRoom } from '../location.js';

/** Asks the worker of a newer build to take over from the present one. */
const TAKE_OVER = 'take-over';
const CHECK_MS = 3_600_000;
/**
 * Elements whose contents a reload would lose: the contents of a dialog, or of a form that says so. Drafts are stored.
 */
const UNSAVED = 'dialog[open], [data-unsaved]';

/** Whether a newer build of the page is stored, and shown after a reload. */
export const isUpdateReady = signal(false);

let registration: ServiceWorkerRegistration | undefined;

/**
 * Registers the service worker, which opens the page without a network, shows pushed messages, and stores newer builds.
 * It needs a secure context.
 */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker: workers } = navigator as Partial<Navigator>;
  if (!import.meta.env.PROD || !workers) return;
  const wasControlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // Another tab has let the newer worker take over. The assets of this page may be gone.
    if (!wasControlled) return;
    isUpdateReady.value = true;
    reloadIfUnused();
  });
  workers.addEventListener('message', ({ data }: MessageEvent<{ readonly showRoom?: string } | null>) => {
    if (data?.showRoom !== undefined) showRoom(data.showRoom);
  });
  registration = await workers.register('service-worker.js', { updateViaCache: 'none' });
  watchUpdates(registration);
}

function watchUpdates(registered: ServiceWorkerRegistration): void {
  const check = (): void => {
    if (registered.waiting && registered.active) isUpdateReady.value = true;
    reloadIfUnused();
  };
  check();
  registered.addEventListener('updatefound', () => {
    registered.installing?.addEventListener('statechange', check);
  });
  document.addEventListener('visibilitychange', reloadIfUnused);
  setInterval(() => {
    // Repeated after the next interval.
    registered.update().catch(() => undefined);
  }, CHECK_MS);
}

/** A page that nobody looks at, and that would lose nothing, shows the newer build by itself. */
function reloadIfUnused(): void {
  if (isUpdateReady.peek() && document.hidden && !document.querySelector(UNSAVED)) showUpdate();
}

/** Reloads the page in its newer build. */
export function showUpdate(): void {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  waiting.postMessage(TAKE_OVER);
}
