import { effect } from '@preact/signals';

import { t } from '../languages/translate.js';
import { isOn } from './device-notifications.js';

/** The service worker reads it there (`web/worker/push-texts.ts`). */
const CACHE = 'parley-texts';
const REMINDER = 'texts/reminder';

let isKept = false;

/**
 * Keeps the texts of pushes for the service worker, in the language of the page: it shows them while no page is open.
 */
export function keepPushTexts(): void {
  if (isKept) return;
  isKept = true;
  effect(() => {
    const reminder = t('chat.reminder', { text: '{text}' });
    // Stored again at the next start.
    if (isOn.value) store(reminder).catch(() => undefined);
  });
}

async function store(reminder: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(REMINDER, new Response(reminder));
}
