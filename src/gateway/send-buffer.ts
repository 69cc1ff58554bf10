import type { BatchableSocket, WriteBatch } from '@parley/realtime/hub';
import { WebSocket } from 'ws';
import type { WebSocketServer } from 'ws';

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
 * sent.
 */
export class SendBuffer {
  private reserved = 0;
  private largest = 0;

  /** @param most the bound, in bytes */
  constructor(
    private readonly webSocket: SendingSocket,
    private readonly socket: BatchableSocket,
    private readonly writes: WriteBatch,
    private readonly most: number,
    private readonly owner: BufferOwner,
  ) {}

  get hasRoom(): boolean {
    return this.unsent <= this.most / 2;
  }

  /** Bytes that the peer has not read. */
  get unsent(): number {
    return this.reserved + this.webSocket.bufferedAmount;
  }

  /** @param frame a complete WebSocket frame */
  write(frame: Buffer, droppable = false): void {
    if (!this.admits(frame.length, droppable)) return;
    this.writes.write(this.socket, frame, this.onWritten);
  }

  /** Pings of a peer that does not read are not answered: another may follow each. */
  pong(payload: Buffer): void {
    if (this.hasRoom) this.webSocket.pong(payload, false, this.onWritten);
  }

  /**
   * Counts a frame that is held elsewhere until it can be written.
   * @returns whether to hold it
   */
  reserve(bytes: Buffer, droppable: boolean): boolean {
    const admitted = this.admits(bytes.length, droppable);
    if (admitted) this.reserved += bytes.length;
    return admitted;
  }

  /** The frames that were held elsewhere are written next. */
  endReserve(): void {
    this.reserved = 0;
  }

  private readonly onWritten = (): void => {
    if (this.hasRoom) this.owner.hasRoomAgain();
  };

  private admits(bytes: number, droppable: boolean): boolean {
    if (this.webSocket.readyState !== WebSocket.OPEN) return false;
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
    this.largest = Math.max(this.largest, bytes);
    return true;
  }
}
