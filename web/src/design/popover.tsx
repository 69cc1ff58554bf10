import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Pixels: between the popover and what it belongs to, and the edges of the window. */
const GAP = 8;

interface PopoverProps {
  readonly label: string;
  /** The element that it belongs to. It opens above this element if there is space, or else below. */
  readonly anchor: Element | null;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A dialog beside an element, while the page stays in use. Escape and a click outside close it. The focus is on the
 * field that is marked as the first one, and returns to where it was.
 */
export function Popover({ label, anchor, onClose, children }: PopoverProps): JSX.Element {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: element } = popover;
    if (!element) return undefined;
    element.showPopover();
    const placeAtAnchor = (): void => place(element, anchor);
    placeAtAnchor();
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    addEventListener('resize', placeAtAnchor);
    return () => {
      removeEventListener('resize', placeAtAnchor);
      element.hidePopover();
    };
  }, []);
  return (
    <div
      ref={popover}
      popover="auto"
      class="popover"
      role="dialog"
      aria-label={label}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'closed' && currentTarget.isConnected) onClose();
      }}
    >
      {children}
    </div>
  );
}

/** Puts the popover above the anchor or below it, from its start, inside of the window. */
function place(popover: HTMLElement, anchor: Element | null): void {
  const box = (anchor ?? document.body).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const isFromRight = getComputedStyle(popover).direction === 'rtl';
  const top = box.top >= height + 2 * GAP ? box.top - height - GAP : box.bottom + GAP;
  const inside = (at: number, size: number, space: number): string =>
    `${String(Math.max(GAP, Math.min(at, space - size - GAP)))}px`;
  popover.style.top = inside(top, height, innerHeight);
  popover.style.left = inside(isFromRight ? box.right - width : box.left, width, innerWidth);
}
