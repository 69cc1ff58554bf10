import type { Page } from 'playwright-core';

/** CSS pixels. */
const LEAST = 44;
/** Elements that can be touched. A link in a sentence is as high as its line (WCAG 2.5.8). */
const TARGETS = `button, a:not(.text a), input, select, textarea, summary,
  [role=button], [role=menuitem], [role=option], [role=tab], [role=switch]`;

/**
 * Measures the area around the centre of each element in which a touch reaches the element, or a label of it.
 * @param within the part of the page that is on top
 * @returns the elements whose area is too small, with its size
 */
export function smallTargets(page: Page, within: string): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const isReached = (target, x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (target.contains(hit) || [...(target.labels ?? [])].some((label) => label.contains(hit)));
    };
    const reach = (target, x, y, stepX, stepY) => {
      let steps = 0;
      while (steps < ${String(LEAST)} && isReached(target, x + (steps + 1) * stepX, y + (steps + 1) * stepY)) steps += 1;
      return steps;
    };
    const small = (target) => {
      const shown = target.labels?.length > 0 && getComputedStyle(target).opacity === '0' ? target.labels[0] : target;
      shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = shown.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const width = reach(target, x, y, 1, 0) + reach(target, x, y, -1, 0) + 1;
      const height = reach(target, x, y, 0, 1) + reach(target, x, y, 0, -1) + 1;
      if (width >= ${String(LEAST - 1)} && height >= ${String(LEAST - 1)}) return [];
      const name = target.ariaLabel || target.textContent.trim() || target.labels?.[0]?.textContent || '';
      return [[target.tagName + '.' + target.className, name.slice(0, 30), width + ' x ' + height].join(', ')];
    };
    const isShown = (target) =>
      target.checkVisibility({ visibilityProperty: true }) && target.closest('.visually-hidden') === null;
    return [...document.querySelector(${JSON.stringify(within)}).querySelectorAll(${JSON.stringify(TARGETS)})]
      .filter(isShown)
      .flatMap(small);
  })()`);
}
