import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { HistoryRow } from './message-rows.js';
import type { OpenRoom, Place } from './open-room.js';
import { ScrollAnchors } from './scroll-anchors.js';

/** Pixels. */
const NEAR_END = 60;
/** The space above the divider of unread messages or the first message of a day, in which others are in view. */
const SPACE_ABOVE = 80;
/** Pages are loaded at this distance from an end, in heights of the visible part. */
const LOAD_AHEAD = 1.5;
const HIGHLIGHT_MS = 2_500;

interface Scrolling {
  readonly container: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  /** Whether the place that is to be shown has been in view. */
  readonly hasArrived: ReadonlySignal<boolean>;
  /** Whether the newest message is in view. */
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** The `seq` up to which messages have been in view. */
  readonly seenUpTo: ReadonlySignal<number>;
  /** The number of new messages below the visible part. */
  readonly newCount: ReadonlySignal<number>;
  readonly handleScroll: () => void;
}

/**
 * Scrolls to the place that is to be shown, and keeps the position from then on: at the end if it is there, else at the
 * messages that are in view, whatever is inserted, removed or resized. Loads more messages near both ends.
 * @param visit rises when the room is shown anew: what was in view before is no longer. The rows stay, and with them
 *   the focus
 */
export function useScrolling(open: OpenRoom, rows: readonly HistoryRow[], visit: number): Scrolling {
  const container = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const hasArrived = useSignal(false);
  const isAtEnd = useSignal(false);
  const newCount = useSignal(0);
  const seenUpTo = useSignal(0);
  const anchors = useMemo(() => new ScrollAnchors(), []);
  const arrived = useRef<Place>(null);
  /** The size for which the position was kept last. */
  const keptFor = useRef({ scrollHeight: 0, clientHeight: 0 });
  const place = open.place.value;
  const isMoving = (): boolean => arrived.current === null || arrived.current !== open.place.peek() || open.isMoving;

  const handleScroll = (): void => {
    const { current: element } = container;
    if (!element || !list.current || isMoving()) return;
    const below = endBelow(element, element.scrollTop);
    // A row that has grown or shrunk since then is no movement of the reader: the position is kept for it after this.
    isAtEnd.value = endBelow(keptFor.current, element.scrollTop) < NEAR_END && !open.hasNewer.peek();
    if (isAtEnd.value) newCount.value = 0;
    open.follow(isAtEnd.value);
    anchors.remember(element, list.current);
    seenUpTo.value = Math.max(
      seenUpTo.peek(),
      ...anchors.whole(element).map(({ dataset }) => Number(dataset.seq ?? 0)),
    );
    const ahead = LOAD_AHEAD * element.clientHeight;
    // Both ends of a short history are near: the newer messages are loaded when there are no older ones.
    if (element.scrollTop < ahead && open.hasOlder.peek()) void open.loadOlder();
    else if (below < ahead) void open.loadNewer();
  };
  const keepPosition = (): void => {
    const { current: element } = container;
    if (!element || isMoving()) return;
    if (isAtEnd.peek() && !open.hasNewer.peek()) element.scrollTop = element.scrollHeight;
    else anchors.restore(element);
    keptFor.current = sizeOf(element);
    handleScroll();
  };

  useLayoutEffect(() => {
    arrived.current = null;
    hasArrived.value = isAtEnd.value = false;
    newCount.value = seenUpTo.value = 0;
  }, [visit]);

  useLayoutEffect(() => {
    const { current: element } = container;
    if (!element) return;
    if (place && arrived.current !== place && scrollTo(place, element, open)) {
      arrived.current = place;
      keptFor.current = sizeOf(element);
      hasArrived.value = true;
      open.arrive();
      handleScroll();
    } else keepPosition();
  }, [rows, place]);

  // One page after the other, until the visible part is filled.
  useEffect(handleScroll, [rows, open.isLoading.value, open.canExtend.value]);

  // Images change the height when they are loaded.
  useEffect(() => {
    const observer = new ResizeObserver(keepPosition);
    for (const { current: element } of [container, content]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(
    () =>
      open.room.on('message', ({ message: { thread, also_to_room: isInRoom } }) => {
        if (!isAtEnd.peek() && (!thread || isInRoom)) newCount.value += 1;
      }),
    [open],
  );
  return { container, content, list, hasArrived, isAtEnd, seenUpTo, newCount, handleScroll };
}

type Size = Pick<HTMLElement, 'scrollHeight' | 'clientHeight'>;

const sizeOf = ({ scrollHeight, clientHeight }: HTMLElement): Size => ({ scrollHeight, clientHeight });

/** Pixels from the visible part to the end. */
const endBelow = ({ scrollHeight, clientHeight }: Size, scrollTop: number): number =>
  scrollHeight - scrollTop - clientHeight;

/** @returns false: the place is not among the rows yet */
function scrollTo(place: Place, container: HTMLElement, open: OpenRoom): boolean {
  if (place.kind === 'message') return scrollToMessage(place, container, open);
  const divider = container.querySelector('.unread-divider');
  if (place.kind === 'newest' || !divider) container.scrollTop = container.scrollHeight;
  else scrollTopTo(divider, container);
  return true;
}

function scrollTopTo(element: Element, container: HTMLElement): void {
  container.scrollTop += element.getBoundingClientRect().top - container.getBoundingClientRect().top - SPACE_ABOVE;
}

/** Scrolls to a message, focuses it and highlights it for a moment. */
function scrollToMessage(
  { id, isAtTop = false }: Extract<Place, { kind: 'message' }>,
  container: HTMLElement,
  open: OpenRoom,
): boolean {
  const message = container.querySelector<HTMLElement>(`[data-message="${id}"]`);
  if (!message) return false;
  if (isAtTop) scrollTopTo(message, container);
  else message.scrollIntoView({ block: 'center' });
  message.focus({ preventScroll: true });
  open.targetId.value = id;
  setTimeout(() => {
    if (open.targetId.peek() === id) open.targetId.value = null;
  }, HIGHLIGHT_MS);
  return true;
}
