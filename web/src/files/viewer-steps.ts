import type { ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';

/** Pixels. A shorter movement is none. */
const SWIPE = 48;

const isFromRight = (): boolean => document.documentElement.dir === 'rtl';

/** The pictures stand in the direction of the text. @param towardsRight 1, or -1 for the left */
const stepTowards = (towardsRight: number): number => (isFromRight() ? -towardsRight : towardsRight);

/** @returns 1 for the next picture, -1 for the previous one, 0 for none */
export function stepOfKey({ key }: KeyboardEvent): number {
  if (key === 'ArrowRight') return stepTowards(1);
  return key === 'ArrowLeft' ? stepTowards(-1) : 0;
}

/**
 * The handlers of an element that is swiped. Moving an enlarged picture is no swipe.
 * @param onStep receives 1 for the next picture, -1 for the previous one
 */
export function useSwipe(isLarge: ReadonlySignal<boolean>, onStep: (by: number) => void) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent): void => {
      const [first] = touches;
      start.current = first && touches.length === 1 && !isLarge.value ? { x: first.clientX, y: first.clientY } : null;
    },
    onTouchEnd: ({ changedTouches: [last] }: TouchEvent): void => {
      const { current: from } = start;
      start.current = null;
      if (!from || !last) return;
      const [x, y] = [last.clientX - from.x, last.clientY - from.y];
      // A finger that moves to the left draws the picture at the right into view.
      if (Math.abs(x) >= SWIPE && Math.abs(x) > Math.abs(y)) onStep(stepTowards(-Math.sign(x)));
    },
  };
}
