import { useSignal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

import type { Line } from './grouping.js';
import type { OpenRoom } from './open-room.js';
import { isOutgoing } from './shown-message.js';

/** Pixels. */
const NEAR_END = 60;
const NEAR_BEGINNING = 500;

interface Scrolling {
  readonly box: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Messages that have come below what is seen. */
  readonly unseen: ReadonlySignal<number>;
  readonly scrolled: () => void;
  readonly toEnd: () => void;
}

/**
 * Keeps the reader where they are: at the end while they are there, at the message that they read while older ones are
 * put above it. Near the beginning it asks for more.
 */
export function useScrolling(open: OpenRoom, lines: readonly Line[]): Scrolling {
  const box = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useSignal(true);
  const unseen = useSignal(0);
  const before = useRef({ first: '', last: '', height: 0, top: 0 });

  const remember = (): void => {
    const { current: element } = box;
    if (!element) return;
    before.current = {
      first: lines[0]?.key ?? '',
      last: lines.at(-1)?.key ?? '',
      height: element.scrollHeight,
      top: element.scrollTop,
    };
  };
  const loadWhereNear = (): void => {
    if ((box.current?.scrollTop ?? Infinity) < NEAR_BEGINNING && open.isLoaded.peek()) void open.loadOlder();
  };
  const toEnd = (): void => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    isAtEnd.value = true;
    unseen.value = 0;
  };
  const scrolled = (): void => {
    const { current: element } = box;
    if (!element) return;
    isAtEnd.value = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    if (isAtEnd.value) unseen.value = 0;
    before.current.top = element.scrollTop;
    before.current.height = element.scrollHeight;
    loadWhereNear();
  };

  useLayoutEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const { first, last, height, top } = before.current;
    const news = last === '' ? [] : lines.slice(lines.findIndex(({ key }) => key === last) + 1);
    if (last === '' && showUnread(element)) isAtEnd.value = false;
    else if (isAtEnd.value || news.some(({ message }) => isOutgoing(message))) toEnd();
    else {
      if (lines[0]?.key !== first) element.scrollTop = top + element.scrollHeight - height;
      unseen.value += news.length;
    }
    remember();
  }, [lines]);

  // What has been read in may not fill the window.
  useEffect(loadWhereNear, [lines, open.isLoading.value]);

  // Pictures have their size when they are there.
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isAtEnd.peek()) toEnd();
    });
    for (const { current: element } of [box, content]) if (element) observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);

  useScrollTo(open, box);
  return { box, content, isAtEnd, unseen, scrolled, toEnd };
}

/** Where what is unread is more than fits: its beginning. @returns whether it is */
function showUnread(box: HTMLElement): boolean {
  const line = box.querySelector<HTMLElement>('.unread-line');
  const place = line && line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  if (place === null || box.scrollHeight - place <= box.clientHeight) return false;
  box.scrollTop = place;
  return true;
}

/** Brings the message that is wanted before the reader, once it is there. */
function useScrollTo(open: OpenRoom, box: RefObject<HTMLElement | null>): void {
  const wanted = open.wanted.value;
  useEffect(() => {
    if (wanted === null) return undefined;
    const message = box.current?.querySelector<HTMLElement>(`[data-message="${wanted}"]`);
    message?.scrollIntoView({ block: 'center' });
    message?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      open.wanted.value = null;
    }, 2_500);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted]);
}
