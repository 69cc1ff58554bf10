import { useSignal, useSignalEffect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

import { topDialog } from '../design/open-dialogs.js';

const PANE = '.main-pane';
/** Marks what office programs copy, whose picture is one of the text. */
const OF_OFFICE = 'text/rtf';

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') ?? false;

const isOverRoom = ({ target }: Event): boolean =>
  !topDialog.peek() && target instanceof Element && target.closest(PANE) !== null;

/**
 * Receives the files that are dropped on the conversation or pasted.
 * @returns whether files are dragged over the conversation
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): ReadonlySignal<boolean> {
  const isOver = useSignal(false);
  useSignalEffect(() => {
    const end = new AbortController();
    const listen = { signal: end.signal };
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        // Elsewhere the browser would show the file in place of the page.
        event.preventDefault();
        isOver.value = isOverRoom(event);
        event.dataTransfer.dropEffect = isOver.value ? 'copy' : 'none';
      },
      listen,
    );
    addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (relatedTarget === null) isOver.value = false;
      },
      listen,
    );
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        isOver.value = false;
        if (isOverRoom(event)) onFiles([...event.dataTransfer.files]);
      },
      listen,
    );
    addEventListener(
      'paste',
      (event) => {
        const { clipboardData: data } = event;
        if (!data || data.files.length === 0 || topDialog.peek() || data.types.includes(OF_OFFICE)) return;
        event.preventDefault();
        onFiles([...data.files]);
      },
      listen,
    );
    return () => {
      end.abort();
    };
  });
  return isOver;
}
