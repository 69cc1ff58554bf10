import type { CDPSession, Page } from 'playwright-core';

/** What a page holds after a garbage collection. */
export interface Usage {
  readonly heapBytes: number;
  /** All that exist, also those outside of the document. */
  readonly nodes: number;
}

/** Measures the memory of a page by the protocol of the developer tools of Chromium. */
export class PageUsage {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<PageUsage> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    return new PageUsage(session);
  }

  async now(): Promise<Usage> {
    await this.session.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.session.send('Performance.getMetrics');
    const values = new Map(metrics.map(({ name, value }) => [name, value]));
    return { heapBytes: values.get('JSHeapUsedSize') ?? NaN, nodes: values.get('Nodes') ?? NaN };
  }
}
