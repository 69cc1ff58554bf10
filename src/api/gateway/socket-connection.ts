import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

import { CloseCode } from '@parley/protocol';
import type { ServerFrame } from '@parley/protocol';
import { OutboundFrame, textFrame } from '@parley/realtime/hub';
import type { Connection, Hub } from '@parley/realtime/hub';
import type { SessionEnd, SnapshotDeduplicator } from '@parley/realtime/requests';
import { WebSocket } from 'ws';

import { takenBytes } from '../../platform/http/taken-bytes.js';
import type { Limit, LimitedUser, SlowReaderLimit } from '../../platform/metrics/limit-metrics.js';
import type { FrameSocket, Wakeable } from './frame-loop.js';
import { SendBuffer } from './send-buffer.js';
import type { UserUnsent } from './send-buffer.js';
import type { SocketMetrics } from './socket-metrics.js';

/**
 * One open socket. It holds back the frames of its groups while a snapshot is read, as from its first moment on: the
 * snapshot is sent first, and the frames follow it.
 */
export class SocketConnection implements Connection, FrameSocket {
  readonly id = randomUUID();
  private readonly buffer: SendBuffer;
  private held: OutboundFrame[] | undefined = [];
  private deduplicator: SnapshotDeduplicator | undefined;
  private closing = false;
  /** The code and reason with which the service closed the connection, if the service closed it first. */
  private end: SessionEnd | undefined;
  private waiting: Wakeable | undefined;

  /**
   * @param socket the socket under `ws`, to which frames are written
   * @param peer its user and address
   */
  constructor(
    private readonly ws: WebSocket,
    private readonly socket: Duplex,
    private readonly hub: Hub,
    maxUnsentBytes: number,
    user: UserUnsent,
    private readonly metrics: SocketMetrics,
    private readonly peer: Omit<LimitedUser, 'connection'>,
  ) {
    this.buffer = new SendBuffer(ws, socket, hub.writes, maxUnsentBytes, user, this);
    user.add(this);
  }

  deliver(frame: OutboundFrame): void {
    if (this.held) this.keep(frame, this.held);
    else if (!this.includes(frame)) this.buffer.write(frame.bytes, frame.droppable);
  }

  hold(): void {
    this.held ??= [];
  }

  /** @param first a frame that goes before those that were held back */
  release(first?: OutboundFrame): void {
    const held = this.held ?? [];
    this.held = undefined;
    this.buffer.endReserve();
    if (first) this.answer(first);
    for (const frame of held) this.deliver(frame);
  }

  /**
   * Releases the connection for the first time.
   * @param deduplicator finds live frames that the first frame contains already: those that were held back, and those
   *   of changes before the snapshot that arrive later
   * @param isPast whether a number of a room was delivered on this node, so that none before it arrives later
   */
  start(
    first: ServerFrame,
    deduplicator: SnapshotDeduplicator,
    isPast: (roomId: string, seq: number) => boolean,
  ): void {
    this.deduplicator = deduplicator;
    this.release(OutboundFrame.from(first));
    deduplicator.forget(isPast);
    if (deduplicator.isDone) this.deduplicator = undefined;
  }

  /** Sends to this connection alone, with the restricted parts that it may read. */
  answer(frame: OutboundFrame): void {
    this.buffer.write(this.hub.visibleTo(this.id, frame).bytes);
  }

  send(text: string): void {
    this.buffer.write(textFrame(text));
  }

  /** Answers a ping, unless the peer does not read. */
  pong(payload: Buffer): void {
    this.buffer.pong(payload);
  }

  /** A peer that does not read the close frame is cut off a little later. */
  close({ code }: CloseCode, reason: string): void {
    this.closing = true;
    if (this.isOpen) this.end = { code, reason };
    this.ws.close(code, reason);
  }

  /** @param code the code of the socket's close event; 1006 if the peer has never read the close frame */
  endedWith(code: number): SessionEnd {
    return this.end ?? { code, reason: undefined };
  }

  /** The socket has closed. */
  hasClosed(): void {
    this.buffer.end();
  }

  /** Cuts the connection without a close frame. */
  terminate(): void {
    this.ws.terminate();
  }

  pause(): void {
    if (this.isOpen) this.ws.pause();
  }

  /** A closing socket resumes too: it waits for the peer's close frame. */
  resume(): void {
    this.ws.resume();
  }

  onRoom(waiting: Wakeable): void {
    this.waiting = waiting;
  }

  hasRoomAgain(): void {
    this.waiting?.wake();
  }

  isReadTooSlowly(): void {
    this.closeAsTooSlow('MAX_UNSENT_BYTES');
  }

  hasMostOfUser(): void {
    this.closeAsTooSlow('MAX_UNSENT_BYTES_PER_USER');
  }

  hasStalled(): void {
    this.closeAsTooSlow('STALLED_READER_SECONDS');
  }

  hasDropped(): void {
    this.metrics.frameDropped();
  }

  /** Bytes that the peer has not read. */
  get unsent(): number {
    return this.buffer.unsent;
  }

  get taken(): number | undefined {
    return this.isOpen && this.ws.bufferedAmount > 0 ? takenBytes(this.socket) : undefined;
  }

  get largestUnsent(): number {
    return this.buffer.largestUnsent;
  }

  get hasRoom(): boolean {
    return this.buffer.hasRoom;
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  get isClosing(): boolean {
    return this.closing;
  }

  limited(limit: Limit): void {
    this.metrics.limited(limit, { ...this.peer, connection: this.id });
  }

  private closeAsTooSlow(limit: SlowReaderLimit): void {
    this.limited(limit);
    this.close(CloseCode.tooSlow, 'too_slow');
  }

  private includes(live: OutboundFrame): boolean {
    const isIncluded = this.deduplicator?.includes(live) === true;
    if (this.deduplicator?.isDone) this.deduplicator = undefined;
    return isIncluded;
  }

  private keep(frame: OutboundFrame, held: OutboundFrame[]): void {
    if (this.buffer.reserve(frame.bytes, frame.droppable)) held.push(frame);
  }
}
