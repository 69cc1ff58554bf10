import { ParleyError } from './parley-error.js';
import type { StoredState, Storage } from './storage.js';

/** Positions change with every message, so that writes are delayed and combined. */
const SOON_MS = 100;

/** Saves the state that survives a reload: always the latest, one write at a time. */
export class StateSaver {
  private isLoaded = false;
  private isDirty = false;
  private writing: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param snapshot returns the state to save */
  constructor(
    private readonly storage: Storage,
    private readonly snapshot: () => StoredState,
    private readonly onError: (error: ParleyError) => void,
  ) {}

  /** Nothing is saved before this: it would overwrite the stored state. */
  async load(restore: (stored: StoredState) => void): Promise<void> {
    try {
      const stored = await this.storage.load();
      if (stored) restore(stored);
    } catch (error) {
      this.onError(ParleyError.of('storage', error));
    }
    this.isLoaded = true;
    if (this.isDirty) this.save();
  }

  saveSoon(): void {
    this.timer ??= setTimeout(() => this.save(), SOON_MS);
  }

  save(): void {
    this.isDirty = true;
    if (this.isLoaded) this.writing ??= this.write();
  }

  /** Resolves when the latest state is saved. */
  async flush(): Promise<void> {
    if (this.timer !== undefined) this.save();
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.isDirty) {
      this.isDirty = false;
      clearTimeout(this.timer);
      this.timer = undefined;
      try {
        await this.storage.save(this.snapshot());
      } catch (error) {
        this.onError(ParleyError.of('storage', error));
      }
    }
    this.writing = undefined;
  }
}
