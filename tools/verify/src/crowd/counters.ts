/** Counts events of a run that break no promise. */
export class Counters {
  private readonly counts = new Map<string, number>();
  private refusals = 0;
  private syncs = 0;

  /** @param devices the number of devices, whose first connections are not reconnects */
  constructor(private readonly devices: () => number) {}

  get reconnects(): number {
    return Math.max(0, this.syncs - this.devices());
  }

  get refusedTotal(): number {
    return this.refusals;
  }

  synced(): void {
    this.syncs += 1;
  }

  refused(code: number): void {
    this.refusals += 1;
    this.addRemark(`refused with ${String(code)}`);
  }

  /** Counts a connection that was closed by the deployment or a proxy. */
  closed(code: number): void {
    this.addRemark(`closed with ${String(code)}`);
  }

  /** Counts a remark. */
  addRemark(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** The number of occurrences of each remark. */
  remarks(): Record<string, number> {
    return Object.fromEntries(this.counts);
  }
}
