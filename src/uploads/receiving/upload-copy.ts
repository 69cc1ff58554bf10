import type { PartialFile } from '../store/partial-file.js';

/**
 * A copy of an upload that is written while the bytes arrive in one request, so that they need not be copied afterwards.
 * No other request can open it, also not one that was held up for long and writes on, so what is checked is what is stored.
 */
export class UploadCopy {
  private partial: PartialFile | undefined;
  private hasEnded = false;

  /** @param create begins a file for it */
  constructor(private readonly create: () => Promise<PartialFile | undefined>) {}

  /** With all bytes that were appended; undefined if it could not be written. */
  get file(): PartialFile | undefined {
    return this.partial;
  }

  /** Never fails: without a copy, the bytes are copied at the end, which reports a failure. */
  async append(parts: readonly Buffer[]): Promise<void> {
    if (this.hasEnded) return;
    try {
      this.partial ??= await this.create();
      await this.partial?.append(parts);
    } catch {
      await this.discard();
    }
  }

  /** Removes it, unless a store has kept it. */
  async discard(): Promise<void> {
    const { partial } = this;
    this.hasEnded = true;
    this.partial = undefined;
    await partial?.discard();
  }
}
