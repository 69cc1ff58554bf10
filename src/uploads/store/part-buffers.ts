/** A smaller part has memory of its own size. */
const SMALL_PART = 1 / 8;

/** Memory of parts of files, which is used again: new memory costs more than a read into it. */
export class PartBuffers {
  private readonly free: Buffer[] = [];

  /**
   * @param bytes of each
   * @param most that are kept while nobody uses them
   */
  constructor(
    private readonly bytes: number,
    private readonly most: number,
  ) {}

  /** @returns space for at most so many bytes, with the content of an earlier use */
  take(bytes: number): Buffer {
    if (bytes <= this.bytes * SMALL_PART) return Buffer.allocUnsafe(bytes);
    return this.free.pop() ?? Buffer.allocUnsafeSlow(this.bytes);
  }

  /** @param buffer that nothing reads or writes any more, also not the system */
  giveBack(buffer: Buffer): void {
    if (buffer.length === this.bytes && this.free.length < this.most) this.free.push(buffer);
  }
}
