import { useEffect } from 'preact/hooks';

function focusHeading(): void {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus();
}

/** When a component with the focus is removed, the heading of the page has it, and not the end of the document. */
export function useKeptFocus(): void {
  useEffect(
    () => () => {
      // The parent is removed after this.
      queueMicrotask(focusHeading);
    },
    [],
  );
}
