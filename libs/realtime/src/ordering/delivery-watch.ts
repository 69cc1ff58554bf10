import type { Delivery } from './sequenced-entry.js';

/** The maximum wait of a request whose entry cannot be delivered, for example while the log cannot be read. */
const LONGEST_WAIT_MS = 10_000;
/**
 * So long after such a request it is not known any more whether entries are delivered: it may have been the last one.
 */
const STALLED_MS = 60_000;

/** Finds that a node delivers nothing: a request has waited in vain, and no entry was delivered meanwhile or since. */
export class DeliveryWatch {
  private deliveries = 0;
  private stalled: { readonly deliveries: number; readonly until: number } | undefined;

  get isStalled(): boolean {
    return this.stalled?.deliveries === this.deliveries && Date.now() < this.stalled.until;
  }

  count(): void {
    this.deliveries += 1;
  }

  /** @throws Undelivered if that takes too long: it is delivered later */
  async completed(delivery: Delivery): Promise<void> {
    const { deliveries } = this;
    try {
      await delivery.completed(LONGEST_WAIT_MS);
    } catch (error) {
      this.stalled = { deliveries, until: Date.now() + STALLED_MS };
      throw error;
    }
  }
}
