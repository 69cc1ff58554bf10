import { WebSocket } from 'ws';

/** What the outbox needs of a socket. */
type Line = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'send'>;

/**
 * The way out to one peer. What it has not read waits here, and is bounded: past half of the bound nothing waits that
 * can be done without, and past the bound the peer is too slow. The largest frame that waits is not counted, or nobody
 * could be sent one that is larger than the bound.
 */
export class Outbox {
  private reserved = 0;
  private largest = 0;
  private roomAgain = (): void => undefined;

  /** @param tooSlow called past the bound; it closes the socket, to which nothing more is written then */
  constructor(
    private readonly line: Line,
    private readonly most: number,
    private readonly tooSlow: () => void,
  ) {}

  get hasRoom(): boolean {
    return this.unsent <= this.most / 2;
  }

  /** @param listener called when something has left and there is room */
  onRoom(listener: () => void): void {
    this.roomAgain = listener;
  }

  write(bytes: Buffer, droppable = false): void {
    if (this.admits(bytes.length, droppable)) this.line.send(bytes, { binary: false }, this.left);
  }

  /**
   * Counts a frame that is kept elsewhere until it can be written.
   * @returns whether to keep it
   */
  reserve(bytes: Buffer, droppable: boolean): boolean {
    const admitted = this.admits(bytes.length, droppable);
    if (admitted) this.reserved += bytes.length;
    return admitted;
  }

  /** What was kept elsewhere is written now. */
  endReserve(): void {
    this.reserved = 0;
  }

  private get unsent(): number {
    return this.reserved + this.line.bufferedAmount;
  }

  private readonly left = (): void => {
    if (this.hasRoom) this.roomAgain();
  };

  private admits(bytes: number, droppable: boolean): boolean {
    if (this.line.readyState !== WebSocket.OPEN) return false;
    const { unsent } = this;
    if (unsent === 0) this.largest = 0;
    if (droppable && unsent > this.most / 2) return false;
    if (unsent > this.most + this.largest) {
      this.tooSlow();
      return false;
    }
    this.largest = Math.max(this.largest, bytes);
    return true;
  }
}
