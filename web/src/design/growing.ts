import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';

/**
 * Keeps a multi-line field as high as its text. @param most the share of the height of the window from which on it
 * scrolls
 */
export function useGrowing(area: RefObject<HTMLTextAreaElement | null>, text: string, most: number): void {
  const fit = (): void => {
    const { current: element } = area;
    if (!element) return;
    element.style.height = 'auto';
    const border = element.offsetHeight - element.clientHeight;
    element.style.height = `${String(Math.min(most * innerHeight, element.scrollHeight + border))}px`;
  };
  useLayoutEffect(fit, [text]);
  // The layout effects of a field run before its dialog is shown, and it has no height.
  useEffect(fit, []);
}
