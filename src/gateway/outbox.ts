import type { Burst, Wire } from '@parley/realtime/hub';
import { WebSocket } from 'ws';

/** What the outbox needs to know of a socket. */
type Line = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'pong'>;

/** Whose way out it is: one object, as there are as many as connections. */
interface Sender {
  /** Something has left, and there is room. */
  hasRoomAgain(): void;
  /** The bound was passed. The sender closes the socket, to which nothing more is written then. */
  isReadTooSlowly(): void;
  /** A frame that can be done without was left out, as too much waits. */
  hasDropped(): void;
}

/**
 * The way out to one peer. Frames come as bytes that were made once for all who hear them, and leave with the burst that
 * they are part of.
 *
 * What the peer has not read waits here, and is bounded: past half of the bound nothing waits that can be done without,
 * and past the bound the peer is too slow. The largest frame that waits is not counted, or nobody could be sent one that
 * is larger than the bound.
 */
export class Outbox {
  private reserved = 0;
  private largest = 0;

  constructor(
    private readonly line: Line,
    private readonly wire: Wire,
    private readonly burst: Burst,
    private readonly most: number,
    private readonly sender: Sender,
  ) {}

  get hasRoom(): boolean {
    return this.unsent <= this.most / 2;
  }

  /** Bytes that wait for the peer. */
  get unsent(): number {
    return this.reserved + this.line.bufferedAmount;
  }

  /** @param frame all of a WebSocket frame */
  write(frame: Buffer, droppable = false): void {
    if (!this.admits(frame.length, droppable)) return;
    this.burst.write(this.wire, frame, this.left);
  }

  /** What a peer that does not read has asked is left unanswered, as a ping may be that another one follows. */
  pong(payload: Buffer): void {
    if (this.hasRoom) this.line.pong(payload, false, this.left);
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

  private readonly left = (): void => {
    if (this.hasRoom) this.sender.hasRoomAgain();
  };

  private admits(bytes: number, droppable: boolean): boolean {
    if (this.line.readyState !== WebSocket.OPEN) return false;
    const { unsent } = this;
    if (unsent === 0) this.largest = 0;
    if (droppable && unsent > this.most / 2) {
      this.sender.hasDropped();
      return false;
    }
    if (unsent > this.most + this.largest) {
      this.sender.isReadTooSlowly();
      return false;
    }
    this.largest = Math.max(this.largest, bytes);
    return true;
  }
}
