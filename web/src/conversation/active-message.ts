import type { Signal } from '@preact/signals';
import type { TargetedEvent } from 'preact';

interface ActivityHandlers {
  readonly onPointerMove: () => void;
  readonly onPointerLeave: (event: TargetedEvent<HTMLElement, PointerEvent>) => void;
  readonly onFocusIn: () => void;
  readonly onFocusOut: (event: TargetedEvent<HTMLElement, FocusEvent>) => void;
}

/**
 * Finds the message that the pointer or the focus has reached last: only that one shows its actions.
 * @param active the key of that message
 * @param key of the message in whose row the handlers are
 */
export function activityHandlers(active: Signal<string | null>, key: string): ActivityHandlers {
  const begin = (): void => {
    active.value = key;
  };
  const end = (): void => {
    if (active.value === key) active.value = null;
  };
  return {
    // Not `pointerenter`, which a resting pointer causes when messages move below it: the focus would lose its actions.
    onPointerMove: begin,
    onPointerLeave: ({ currentTarget }) => {
      if (!currentTarget.contains(document.activeElement)) end();
    },
    onFocusIn: begin,
    onFocusOut: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) end();
    },
  };
}
