import { lengthOf } from '@parley/realtime/hub';
import type { BatchableSocket, FrameBytes, WriteBatch } from '@parley/realtime/hub';
import { WebSocket } from 'ws';
import type { WebSocketServer } from 'ws';

import type { UserUnsent } from './user-unsent.js';

/** The part of a WebSocket that the buffer reads and pings with. */
type SendingSocket = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'pong'>;

/** The connection whose frames the buffer sends: one object, as there are as many as connections. */
interface BufferOwner {
  /** A frame has left, and there is room. */
  hasRoomAgain(): void;
  /** The bound was passed. The owner closes the socket, to which nothing more is written then. */
  isReadTooSlowly(): void;
  /** A droppable frame was left out, as too much is unsent. */
  hasDropped(): void;
}

/**
 * Frames are complete WebSocket frames that bypass the sender of `ws`. On a compressed connection they would corrupt
 * the stream of the peer.
 * @throws Error if connections of this server may be compressed
 */
export function requireUncompressed({ options }: WebSocketServer): void {
  if (options.perMessageDeflate) throw new Error('frames are written uncompressed: perMessageDeflate must be off');
}

/**
 * Sends frames to one peer. A frame is bytes that were made once for all its receivers; it leaves with the write batch
 * that is open.
 *
 * The bytes that the peer has not read are bounded: beyond half of the bound droppable frames are left out, and beyond
 * the bound the peer is too slow. The largest unsent frame does not count, so that a frame larger than the bound can be
 * sent. The bytes count for the bound of the user too.
 */
export class SendBuffer {
  private reserved = 0;
  private largest = 0;
  /** The bytes that count for the user. */
  private counted = 0;

  /**
   * @param most the bound, in bytes
   * @param user the bytes of all connections of the user; undefined: the connection counts no longer
   */
  constructor(
    private readonly webSocket: SendingSocket,
    private readonly socket: BatchableSocket,
    private readonly writes: WriteBatch,
    private readonly most: number,
    private user: UserUnsent | undefined,
    private readonly owner: BufferOwner,
  ) {}

  get hasRoom(): boolean {
    return this.unsent <= this.most / 2;
  }

  /** Bytes that the peer has not read. */
  get unsent(): number {
    return this.reserved + this.webSocket.bufferedAmount;
  }

  /** The length of the largest frame that the peer has not read. */
  get largestUnsent(): number {
    return this.unsent === 0 ? 0 : this.largest;
  }

  /** @param frame a complete WebSocket frame */
  write(frame: FrameBytes, droppable = false): void {
    if (!this.admits(lengthOf(frame), droppable)) return;
    this.writes.write(this.socket, frame, this.onWritten);
  }

  /** Pings of a peer that does not read are not answered: another may follow each. */
  pong(payload: Buffer): void {
    if (!this.hasRoom) return;
    this.webSocket.pong(payload, false, this.onWritten);
    this.count(this.unsent);
  }

  /**
   * Counts a frame that is held elsewhere until it can be written.
   * @returns whether to hold it
   */
  reserve(frame: FrameBytes, droppable: boolean): boolean {
    const length = lengthOf(frame);
    const admitted = this.admits(length, droppable);
    if (admitted) this.reserved += length;
    return admitted;
  }

  /** The frames that were held elsewhere are written next. */
  endReserve(): void {
    this.reserved = 0;
    this.count(this.unsent);
  }

  /** The connection has ended: its bytes count for its user no longer. */
  end(): void {
    this.count(0);
    this.user = undefined;
  }

  private readonly onWritten = (): void => {
    const { unsent } = this;
    this.count(unsent);
    if (unsent <= this.most / 2) this.owner.hasRoomAgain();
  };

  private count(unsent: number): void {
    this.user?.count(unsent - this.counted);
    this.counted = unsent;
  }

  private isOpen(): boolean {
    return this.webSocket.readyState === WebSocket.OPEN;
  }

  private admits(bytes: number, droppable: boolean): boolean {
    if (!this.isOpen()) return false;
    const { unsent } = this;
    if (unsent === 0) this.largest = 0;
    if (droppable && unsent > this.most / 2) {
      this.owner.hasDropped();
      return false;
    }
    if (unsent > this.most + this.largest) {
      this.owner.isReadTooSlowly();
      return false;
    }
    this.user?.enforce();
    // This connection had the most bytes of its user.
    if (!this.isOpen()) return false;
    this.largest = Math.max(this.largest, bytes);
    this.count(unsent + bytes);
    return true;
  }
}
