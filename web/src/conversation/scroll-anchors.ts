/** A row and its distance from the top of the visible part. */
interface Anchor {
  readonly row: HTMLElement;
  readonly offset: number;
}

/** The rows that are in view, top first. */
export class ScrollAnchors {
  private anchors: readonly Anchor[] = [];

  /** @param list its children are the rows, in order */
  remember(container: HTMLElement, list: HTMLElement): void {
    const { top, bottom } = container.getBoundingClientRect();
    const rows = list.children as HTMLCollectionOf<HTMLElement>;
    const anchors: Anchor[] = [];
    for (let at = firstBelow(rows, top); at < rows.length; at += 1) {
      const row = rows[at];
      const offset = row?.getBoundingClientRect().top;
      if (!row || offset === undefined || offset > bottom) break;
      // The heading of a day sticks to the top.
      if (!row.classList.contains('day')) anchors.push({ row, offset: offset - top });
    }
    this.anchors = anchors;
  }

  /** Scrolls so that the first row of them that is still there is where it was. */
  restore(container: HTMLElement): void {
    const anchor = this.anchors.find(({ row }) => row.isConnected);
    if (!anchor) return;
    const moved = anchor.row.getBoundingClientRect().top - container.getBoundingClientRect().top - anchor.offset;
    if (Math.abs(moved) >= 1) container.scrollTop += moved;
  }

  /** The rows that are in view as a whole. */
  whole(container: HTMLElement): readonly HTMLElement[] {
    const { bottom } = container.getBoundingClientRect();
    return this.anchors.map(({ row }) => row).filter((row) => row.getBoundingClientRect().bottom <= bottom + 1);
  }
}

/** The index of the first row that ends below a position: found by halving, because a history has hundreds of rows. */
function firstBelow(rows: HTMLCollectionOf<HTMLElement>, top: number): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((rows[middle]?.getBoundingClientRect().bottom ?? Infinity) > top) to = middle;
    else from = middle + 1;
  }
  return from;
}
