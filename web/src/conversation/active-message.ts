import type { Signal } from '@preact/signals';
import type { TargetedEvent } from 'preact';

interface ActivityHandlers {
  readonly onPointerMove: (event: TargetedEvent<HTMLElement, PointerEvent>) => void;
  readonly onPointerLeave: (event: TargetedEvent<HTMLElement, PointerEvent>) => void;
  readonly onFocusIn: (event: TargetedEvent<HTMLElement, FocusEvent>) => void;
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
    // A finger that scrolls moves over messages too.
    onPointerMove: ({ pointerType }) => {
      if (pointerType !== 'touch') begin();
    },
    onPointerLeave: ({ currentTarget }) => {
      if (!currentTarget.contains(document.activeElement)) end();
    },
    // On a touch screen, what was touched in a message does its work alone.
    onFocusIn: ({ target }) => {
      const isPart = target instanceof Element && !target.matches('.message, .actions *');
      if (!isPart || !matchMedia('(pointer: coarse)').matches) begin();
    },
    onFocusOut: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) end();
    },
  };
}
