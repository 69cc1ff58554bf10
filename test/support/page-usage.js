/**
 * The memory of a page after a garbage collection.
 *
 * @typedef {object} Usage
 * @property {number} heapBytes
 * @property {number} nodes all that exist, also those outside of the document
 */

/** Measures the memory of a page by the protocol of the developer tools of Chromium. */
export class PageUsage {
  #session;

  /** @param {import('playwright-core').CDPSession} session */
  constructor(session) {
    this.#session = session;
  }

  /** @param {import('playwright-core').Page} page */
  static async of(page) {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new PageUsage(session);
  }

  /** @returns {Promise<Usage>} */
  async now() {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const values = new Map(metrics.map(({ name, value }) => [name, value]));
    return { heapBytes: values.get('JSHeapUsedSize') ?? NaN, nodes: values.get('Nodes') ?? NaN };
  }
}
