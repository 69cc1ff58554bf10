import { signal } from '@preact/signals';
import type { JSX } from 'preact';

const announcement = signal('');

/** Announces a text to screen readers. */
export function announce(text: string): void {
  // A repeated text has to change, or it is not announced again.
  announcement.value = text === announcement.value ? `${text}\u00a0` : text;
}

export function Announcer(): JSX.Element {
  return (
    <p class="visually-hidden" role="log" aria-live="polite">
      {announcement}
    </p>
  );
}
