import { signal } from '@preact/signals';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { IconButton } from './button.js';
import { topDialog } from './open-dialogs.js';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
}

const SHOWN_MS = 7_000;
const MAX_TOASTS = 3;

const toasts = signal<readonly Toast[]>([]);
let latest = 0;

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Shows a message for some seconds. */
export function toast(text: string, isError = false): void {
  const id = ++latest;
  const others = toasts.value.filter((each) => each.text !== text);
  toasts.value = [...others, { id, text, isError }].slice(-MAX_TOASTS);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isError }) => (
        <div key={id} class={isError ? 'toast toast-bad' : 'toast'}>
          <p>{text}</p>
          <IconButton icon="close" label={t('design.dismiss')} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}

/** The toasts over the page. A dialog shows them itself, because a modal dialog covers the page and makes it inert. */
export const PageToasts = (): JSX.Element | null => (topDialog.value ? null : <Toasts />);
