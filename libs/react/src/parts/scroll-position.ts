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

/** Where a reader of a list is: at its end, or at a row. It keeps that place when rows are added or removed. */
export class ScrollPosition {
  private anchor: Anchor | null = null;

  /** The reader has scrolled, or the place was kept. */
  read(list: Element): void {
    if (isAtEnd(list)) this.anchor = null;
    else {
      const { top } = list.getBoundingClientRect();
      const row = rowsOf(list).find((each) => each.getBoundingClientRect().bottom > top);
      this.anchor = row ? { row, top: row.getBoundingClientRect().top - top } : null;
    }
  }

  /** The rows have changed. */
  keep(list: Element): void {
    const { anchor } = this;
    if (anchor?.row.isConnected) {
      const top = anchor.row.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += top - anchor.top;
    } else if (!anchor) list.scrollTop = list.scrollHeight;
    this.read(list);
  }
}

const rowsOf = (list: Element): readonly Element[] => [...list.querySelectorAll('[data-parley-message]')];

/** The last row that is in view to its end; undefined if there is none. */
export function lastRead(list: Element): Element | undefined {
  const { bottom } = list.getBoundingClientRect();
  return rowsOf(list)
    .toReversed()
    .find((row) => row.getBoundingClientRect().bottom <= bottom + TOLERANCE);
}
