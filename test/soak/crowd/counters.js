/** Counts of actions and results. */
export class Counters {
  /** Broken promises, one sentence each. @type {string[]} */
  complaints = [];
  /** @type {Map<string, number>} */
  #counts = new Map();

  /** @param {string} what @param {number} [times] */
  counts(what, times = 1) {
    if (times > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  /** @param {unknown} error */
  complain(error) {
    this.complaints.push(error instanceof Error ? error.message : String(error));
  }

  /** Sorted by frequency. @returns {[what: string, times: number][]} */
  entries() {
    return [...this.#counts].sort(([, one], [, other]) => other - one);
  }
}
