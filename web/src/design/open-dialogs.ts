import { computed, signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

import { holdHistoryEntry } from './dialog-history.js';

export interface OpenDialog {
  /** Shown at its end. Empty: none. */
  readonly error: Signal<string>;
  readonly close: () => void;
}

const open = signal<readonly OpenDialog[]>([]);

/** The topmost dialog. The page outside of it is inert, so that errors and toasts are shown in it. */
export const topDialog = computed(() => open.value.at(-1));

/** @returns a function that removes the dialog when it closes */
export function addDialog(dialog: OpenDialog): () => void {
  holdHistoryEntry(() => open.peek().at(-1)?.close);
  open.value = [...open.value, dialog];
  return () => {
    open.value = open.value.filter((other) => other !== dialog);
  };
}

export const isDialogOpen = (dialog: OpenDialog): boolean => open.peek().includes(dialog);
