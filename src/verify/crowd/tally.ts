/** What happened to the crowd on its way, that is no promise. */
export class Tally {
  private readonly counts = new Map<string, number>();
  private refusals = 0;
  private syncs = 0;

  /** @param devices that connect once in any case */
  constructor(private readonly devices: () => number) {}

  get reconnects(): number {
    return Math.max(0, this.syncs - this.devices());
  }

  get refusedInAll(): number {
    return this.refusals;
  }

  synced(): void {
    this.syncs += 1;
  }

  refused(code: number): void {
    this.refusals += 1;
    this.notes(`refused with ${String(code)}`);
  }

  /** By the deployment, or by what is between. */
  closed(code: number): void {
    this.notes(`closed with ${String(code)}`);
  }

  /** Something that breaks no promise. */
  notes(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** What was noted, and how often. */
  remarks(): Record<string, number> {
    return Object.fromEntries(this.counts);
  }
}
