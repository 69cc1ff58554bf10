/**
 * What has arrived and no step has taken yet, in order.
 * @template Item
 */
export class Arrivals {
  /** @type {Item[]} */
  left = [];
  /** @type {Set<() => void>} */
  waiting = new Set();

  /** @param {Item} item */
  add(item) {
    this.left.push(item);
    for (const wake of this.waiting) wake();
  }

  /**
   * The next one.
   * @param {string} what for the error @param {number} withinMs @returns {Promise<Item>}
   */
  async take(what, withinMs) {
    if (this.left.length === 0) await this.arrived(withinMs);
    const item = this.left.shift();
    if (item === undefined) throw new Error(`${what} within ${String(withinMs)} ms`);
    return item;
  }

  /** @param {number} withinMs @returns {Promise<void>} */
  arrived(withinMs) {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, withinMs);
      this.waiting.add(end);
    });
  }
}
