import type { Message, Outgoing } from '@parley/client';
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A row of a list, and its distance from the upper edge of what is in view. */
interface Anchor {
  readonly row: Element;
  readonly top: number;
}

/** Rounding of a scrolled position, in pixels. */
const TOLERANCE = 2;

export const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight <= TOLERANCE;

/** The part of the list above which more is loaded: what is in view once. */
export const isNearStart = ({ scrollTop, clientHeight }: Element): boolean => scrollTop < clientHeight;

export const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: Element): boolean =>
  scrollHeight - scrollTop - 2 * clientHeight < 0;

/** Of a list of which the place is kept: it scrolls, and the browser does not keep the place too. */
export const SCROLLED = { overflowY: 'auto', overflowAnchor: 'none' } as const;

/**
 * Where a reader of a list is: at its end, or at the rows in view. It keeps that place when rows are added or removed;
 * when none of those rows is left, it is at the end.
 */
class ScrollPosition {
  /** None: the reader is at the end. */
  private anchors: readonly Anchor[] = [];

  /** The reader has scrolled, or the place was kept. */
  read(list: Element): void {
    this.anchors = isAtEnd(list) ? [] : inView(list);
  }

  /** The next change of the rows scrolls to the end. */
  goToEnd(): void {
    this.anchors = [];
  }

  /** The rows have changed. */
  keep(list: Element): void {
    const anchor = this.anchors.find(({ row }) => row.isConnected);
    if (anchor) {
      const top = anchor.row.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += top - anchor.top;
    } else list.scrollTop = list.scrollHeight;
    this.read(list);
  }

  /** Scrolls to a message, or the next one, and gives it the focus: in the middle, or its beginning if it is larger. */
  show(list: Element, seq: number): void {
    const rows = rowsOf(list);
    const row = rows.find((each) => Number(each.getAttribute('data-parley-message')) >= seq) ?? rows.at(-1);
    if (!row) return;
    const { top, height } = row.getBoundingClientRect();
    const above = Math.max(0, (list.clientHeight - height) / 2);
    list.scrollTop += top - list.getBoundingClientRect().top - above;
    this.read(list);
    row.focus({ preventScroll: true });
  }
}

interface KeptPlace {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly position: RefObject<ScrollPosition>;
}

/**
 * Keeps the place of the reader of a list, which is the end as soon as the user sends a message.
 * @param messages another array whenever the rows have changed
 */
export function useKeptPlace(messages: readonly (Message | Outgoing)[]): KeptPlace {
  const element = useRef<HTMLDivElement>(null);
  const position = useRef(new ScrollPosition());
  const known = useRef(new WeakSet<Outgoing>());
  useLayoutEffect(() => {
    for (const message of messages) {
      if (!('pending' in message) || !message.pending || known.current.has(message)) continue;
      known.current.add(message);
      position.current.goToEnd();
    }
    if (element.current) position.current.keep(element.current);
  }, [messages]);
  return { element, position };
}

const rowsOf = (list: Element): readonly HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[data-parley-message]'),
];

/** The rows in view. It runs at each scroll, so that no row after them is measured. */
function inView(list: Element): readonly Anchor[] {
  const { top, bottom } = list.getBoundingClientRect();
  const anchors: Anchor[] = [];
  for (const row of rowsOf(list)) {
    const at = row.getBoundingClientRect();
    if (at.top >= bottom) break;
    if (at.bottom > top) anchors.push({ row, top: at.top - top });
  }
  return anchors;
}

/** The last row that is in view to its end; undefined if there is none. */
export function lastRead(list: Element): Element | undefined {
  const { bottom } = list.getBoundingClientRect();
  return rowsOf(list)
    .toReversed()
    .find((row) => row.getBoundingClientRect().bottom <= bottom + TOLERANCE);
}
