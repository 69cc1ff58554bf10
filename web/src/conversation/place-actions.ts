/** Pixels. With less space, the actions lie over the end of the screen. */
const LEAST = 160;

/**
 * Says for the styles of a narrow page where the actions of a message fit into the visible part of the history:
 * `data-side` is `below`, `above` or `over`, and `--space` the height that is free there.
 */
export function placeActions(actions: HTMLElement): void {
  const message = actions.closest('.message')?.getBoundingClientRect();
  const frame = actions.closest('.history')?.getBoundingClientRect();
  if (!message || !frame) return;
  const space = { below: frame.bottom - message.bottom, above: message.top - frame.top };
  const height = actions.scrollHeight;
  const side = space.below >= height || space.below >= space.above ? 'below' : 'above';
  actions.dataset.side = space[side] < Math.min(height, LEAST) ? 'over' : side;
  actions.style.setProperty('--space', `${String(Math.floor(space[side]))}px`);
}
