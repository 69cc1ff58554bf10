/** Pixels. With less space, the actions lie over the end of the screen. */
const LEAST = 160;

/**
 * Says for the styles of a narrow page where the actions of a message fit into the visible part of the history:
 * `data-side` is `below`, `above` or `over`, and `--space` the height that is free there.
 */
function placeActions(actions: HTMLElement): void {
  const message = actions.closest('.message')?.getBoundingClientRect();
  const frame = actions.closest('.history')?.getBoundingClientRect();
  if (!message || !frame) return;
  const space = { below: frame.bottom - message.bottom, above: message.top - frame.top };
  const height = actions.scrollHeight;
  const side = space.below >= height || space.below >= space.above ? 'below' : 'above';
  actions.dataset.side = space[side] < Math.min(height, LEAST) ? 'over' : side;
  actions.style.setProperty('--space', `${String(Math.floor(space[side]))}px`);
}

/**
 * Places the actions at once, and again when the history or its messages change their size: a keyboard on the screen,
 * older messages and loaded pictures move the message.
 * @returns a function that ends it
 */
export function keepPlaced(actions: HTMLElement): () => void {
  const place = (): void => placeActions(actions);
  place();
  const observer = new ResizeObserver(place);
  for (const part of ['.history', '.history-content']) {
    const element = actions.closest(part);
    if (element) observer.observe(element);
  }
  return () => observer.disconnect();
}
