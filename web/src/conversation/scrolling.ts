import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import type { MessageRow } from './message-rows.js';
import type { OpenRoom } from './open-room.js';
import { isOutgoing } from './shown-message.js';

/** Pixels. */
const NEAR_END = 60;
const NEAR_START = 500;

interface Scrolling {
  readonly container: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** The number of new messages below the visible part. */
  readonly newCount: ReadonlySignal<number>;
  readonly handleScroll: () => void;
  readonly scrollToEnd: () => void;
}

/**
 * Keeps the scroll position: at the end when it was there, or at the same message when older ones are inserted above.
 * Loads older messages near the start.
 */
export function useScrolling(open: OpenRoom, rows: readonly MessageRow[]): Scrolling {
  const container = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useSignal(true);
  const newCount = useSignal(0);
  const before = useRef({ first: '', last: '', height: 0, top: 0 });

  const remember = (): void => {
    const { current: element } = container;
    if (!element) return;
    before.current = {
      first: rows[0]?.key ?? '',
      last: rows.at(-1)?.key ?? '',
      height: element.scrollHeight,
      top: element.scrollTop,
    };
  };
  const loadNearStart = (): void => {
    if ((container.current?.scrollTop ?? Infinity) < NEAR_START && open.isLoaded.peek()) void open.loadOlder();
  };
  const scrollToEnd = (): void => {
    container.current?.scrollTo({ top: container.current.scrollHeight });
    isAtEnd.value = true;
    newCount.value = 0;
  };
  const handleScroll = (): void => {
    const { current: element } = container;
    if (!element) return;
    isAtEnd.value = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    if (isAtEnd.value) newCount.value = 0;
    before.current.top = element.scrollTop;
    before.current.height = element.scrollHeight;
    loadNearStart();
  };

  useLayoutEffect(() => {
    const { current: element } = container;
    if (!element) return;
    const { first, last, height, top } = before.current;
    const added = last === '' ? [] : rows.slice(rows.findIndex(({ key }) => key === last) + 1);
    if (last === '' && scrollToUnread(element)) isAtEnd.value = false;
    else if (isAtEnd.value || added.some(({ message }) => isOutgoing(message))) scrollToEnd();
    else {
      if (rows[0]?.key !== first) element.scrollTop = top + element.scrollHeight - height;
      newCount.value += added.length;
    }
    remember();
  }, [rows]);

  // The loaded messages may not fill the window.
  useEffect(loadNearStart, [rows, open.isLoading.value]);

  // Images change the height when they are loaded.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.peek()) scrollToEnd();
    });
    for (const { current: element } of [container, content]) if (element) observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);

  useScrollToTarget(open, container);
  return {
    container,
    content,
    isAtEnd,
    newCount,
    handleScroll,
    scrollToEnd,
  };
}

/** Scrolls to the divider of unread messages if they do not fit below it. @returns whether it did */
function scrollToUnread(container: HTMLElement): boolean {
  const divider = container.querySelector<HTMLElement>('.unread-divider');
  const top =
    divider && divider.getBoundingClientRect().top - container.getBoundingClientRect().top + container.scrollTop;
  if (top === null || container.scrollHeight - top <= container.clientHeight) return false;
  container.scrollTop = top;
  return true;
}

/** Scrolls to the target message and focuses it. */
function useScrollToTarget(open: OpenRoom, container: RefObject<HTMLElement | null>): void {
  const targetId = open.targetId.value;
  useEffect(() => {
    if (targetId === null) return undefined;
    const message = container.current?.querySelector<HTMLElement>(`[data-message="${targetId}"]`);
    message?.scrollIntoView({ block: 'center' });
    message?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      open.targetId.value = null;
    }, 2_500);
    return () => {
      clearTimeout(timer);
    };
  }, [targetId]);
}
