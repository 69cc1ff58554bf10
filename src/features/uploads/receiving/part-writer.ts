import { Writable } from 'node:stream';

type Done = (error?: Error | null) => void;

/** The bytes of one write: each write is a way to a thread of the pool and back. */
const WRITE_BYTES = 524_288;
/** Fewer bytes wait no longer. */
const HOLD_MS = 5;

/** A file at whose end one request appends. */
export interface AppendedFile {
  /** The next call waits for the end of this one. */
  append(parts: readonly Buffer[]): Promise<void>;
  /** Removes what was appended. */
  undo(): Promise<void>;
  /** Nothing is appended afterwards. */
  end(): Promise<void>;
}

/**
 * Appends the arriving bytes of an upload to a file: some bytes are written while the next ones arrive. Bytes that have
 * arrived before a failure of their source are written too.
 */
export class PartWriter extends Writable {
  private bytes = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly file: AppendedFile) {
    super({ highWaterMark: WRITE_BYTES });
  }

  /** The number of bytes that are written. */
  get written(): number {
    return this.bytes;
  }

  /** Resolves when nothing is written any more. */
  async settled(): Promise<void> {
    if (this.closed) return;
    await new Promise((closed) => this.once('close', closed));
  }

  override _write(part: Buffer, _: BufferEncoding, done: Done): void {
    this.held.push(part);
    this.heldBytes += part.length;
    if (this.heldBytes < WRITE_BYTES) {
      this.timer ??= setTimeout(() => {
        this.writeHeld().catch((error: unknown) => this.destroy(error as Error));
      }, HOLD_MS);
      done();
      return;
    }
    const earlier = this.writing;
    // The next part, or the end, reports its failure.
    this.writeHeld().catch(() => undefined);
    earlier.then(() => done(), done);
  }

  override _final(done: Done): void {
    this.writeHeld().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: Done): void {
    this.writeHeld().then(
      () => done(error),
      (failure: unknown) => done(error ?? (failure as Error)),
    );
  }

  /** After the write that is under way, unless it fails. */
  private writeHeld(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { held, heldBytes } = this;
    [this.held, this.heldBytes] = [[], 0];
    if (heldBytes > 0) {
      this.writing = this.writing.then(async () => {
        await this.file.append(held);
        this.bytes += heldBytes;
      });
    }
    return this.writing;
  }
}
