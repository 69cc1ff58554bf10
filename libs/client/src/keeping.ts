import { ParleyError } from './parley-error.js';
import type { Kept, Storage } from './storage.js';

/** Positions move with every message: they are written a little later, all at once. */
const SOON_MS = 100;

/** Writes down what is to survive a reload: the latest state, one writing at a time. */
export class Keeping {
  private isLoaded = false;
  private isStale = false;
  private writing: Promise<void> | undefined;
  private soon: ReturnType<typeof setTimeout> | undefined;

  /** @param snapshot what is to be kept by now */
  constructor(
    private readonly storage: Storage,
    private readonly snapshot: () => Kept,
    private readonly failed: (error: ParleyError) => void,
  ) {}

  /** Nothing is written before this: it would take the place of what is to be read. */
  async load(restore: (kept: Kept) => void): Promise<void> {
    try {
      const kept = await this.storage.load();
      if (kept) restore(kept);
    } catch (error) {
      this.failed(ParleyError.of('storage', error));
    }
    this.isLoaded = true;
    if (this.isStale) this.now();
  }

  later(): void {
    this.soon ??= setTimeout(() => {
      this.now();
    }, SOON_MS);
  }

  now(): void {
    this.isStale = true;
    if (this.isLoaded) this.writing ??= this.write();
  }

  /** @returns once all that there is has been written */
  async settled(): Promise<void> {
    if (this.soon !== undefined) this.now();
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      clearTimeout(this.soon);
      this.soon = undefined;
      try {
        await this.storage.save(this.snapshot());
      } catch (error) {
        this.failed(ParleyError.of('storage', error));
      }
    }
    this.writing = undefined;
  }
}
