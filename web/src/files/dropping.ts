import { useSignal, useSignalEffect } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';

import { topDialog } from '../design/open-dialogs.js';

const CONVERSATION = '.main-pane';
/** Each holds at most one form of a message. Dialogs are inside of a conversation, and of each other. */
const AREAS = `dialog, ${CONVERSATION}`;
/** Marks what office programs copy, whose picture is one of the text. */
const OF_OFFICE = 'text/rtf';

/** The areas that take files. */
const dropAreas = new Set<Element>();

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') ?? false;

const areaOf = ({ target }: Event): Element | null => (target instanceof Element ? target.closest(AREAS) : null);

/** Without a dialog, what is pasted anywhere on the page is for the conversation. */
const pasteAreaOf = (event: Event): Element | null =>
  areaOf(event) ?? (topDialog.peek() ? null : document.querySelector(CONVERSATION));

/**
 * Receives the files that are dropped on the conversation or the dialog of an element, or pasted there.
 * @returns whether files are dragged over it
 */
export function useDroppedFiles(
  element: RefObject<Element | null>,
  onFiles: (files: readonly File[]) => void,
): ReadonlySignal<boolean> {
  const isOver = useSignal(false);
  useSignalEffect(() => {
    const area = element.current?.closest(AREAS);
    if (!area) return undefined;
    dropAreas.add(area);
    const end = new AbortController();
    const listen = { signal: end.signal };
    addEventListener(
      'dragover',
      (event) => {
        const { dataTransfer: data } = event;
        if (!hasFiles(data)) return;
        // Elsewhere the browser would show the file in place of the page.
        event.preventDefault();
        const over = areaOf(event);
        isOver.value = over === area;
        data.dropEffect = over && dropAreas.has(over) ? 'copy' : 'none';
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
        if (areaOf(event) === area) onFiles([...event.dataTransfer.files]);
      },
      listen,
    );
    addEventListener(
      'paste',
      (event) => {
        const { clipboardData: data } = event;
        if (!data || data.files.length === 0 || data.types.includes(OF_OFFICE)) return;
        if (pasteAreaOf(event) !== area) return;
        event.preventDefault();
        onFiles([...data.files]);
      },
      listen,
    );
    return () => {
      dropAreas.delete(area);
      end.abort();
    };
  });
  return isOver;
}
