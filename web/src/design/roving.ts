type Direction = 'ltr' | 'rtl';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const STEPS_ALONG: Readonly<Record<Direction, Readonly<Record<string, number>>>> = {
  ltr: { ArrowRight: 1, ArrowLeft: -1 },
  rtl: { ArrowRight: -1, ArrowLeft: 1 },
};

/**
 * Moves the focus among the items of a list with the arrow keys, Home and End, so that the list is one tab stop.
 * @param items the selector of the items
 */
export function rove(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, items: string): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const { direction } = getComputedStyle(event.currentTarget);
  const next = nextIndex(event.key, at, all.length, direction === 'rtl' ? 'rtl' : 'ltr');
  if (next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}

/**
 * @param at the index of the focused item, or -1
 * @param direction of the text
 */
export function nextIndex(key: string, at: number, size: number, direction: Direction): number | undefined {
  if (size === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return size - 1;
  const step = STEPS[key] ?? STEPS_ALONG[direction][key];
  if (step === undefined || at === -1) return undefined;
  return Math.min(size - 1, Math.max(0, at + step));
}

/**
 * The same in a grid, whose rows have as many items as there is space: the upper and lower arrow keys move to the
 * nearest item of another row.
 */
export function roveInGrid(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, items: string): void {
  const step = STEPS[event.key];
  const focused = document.activeElement;
  if (step === undefined || !(focused instanceof HTMLElement) || !focused.matches(items)) {
    rove(event, items);
    return;
  }
  event.preventDefault();
  const { left, top } = focused.getBoundingClientRect();
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>(items)].map((item) => ({
    item,
    place: item.getBoundingClientRect(),
  }));
  const beyond = places.filter(({ place }) => step * (place.top - top) > 1);
  const rows = beyond.map(({ place }) => place.top);
  const next = step === 1 ? Math.min(...rows) : Math.max(...rows);
  const distance = (place: DOMRect): number => Math.abs(place.left - left);
  const row = beyond.filter(({ place }) => Math.abs(place.top - next) <= 1);
  row.toSorted((one, other) => distance(one.place) - distance(other.place))[0]?.item.focus();
}
