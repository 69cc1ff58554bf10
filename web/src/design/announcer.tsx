import { signal } from '@preact/signals';
import type { JSX } from 'preact';

const announcement = signal('');

/** Tells those who listen to the page. */
export function announce(text: string): void {
  // The same text twice is news, too.
  announcement.value = text === announcement.value ? `${text}\u00a0` : text;
}

export function Announcer(): JSX.Element {
  return (
    <p class="unseen" role="log" aria-live="polite">
      {announcement}
    </p>
  );
}
