import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

import { CloseCode } from '@parley/protocol';
import type { ServerFrame } from '@parley/protocol';
import { OutboundFrame, textFrame } from '@parley/realtime/hub';
import type { Connection, Hub } from '@parley/realtime/hub';
import type { Included, SessionEnd } from '@parley/realtime/inbound';
import { WebSocket } from 'ws';

import type { FrameSocket, Sleeper } from './frame-loop.js';
import { Outbox } from './outbox.js';
import type { SocketMetrics } from './socket-metrics.js';

/**
 * One open socket. While it holds back what its groups hear, which it does from its first moment, a snapshot can be read:
 * what is said of that goes first, and nothing that happens meanwhile is lost.
 */
export class SocketConnection implements Connection, FrameSocket {
  readonly id = randomUUID();
  private readonly outbox: Outbox;
  private held: OutboundFrame[] | undefined = [];
  private included: Included | undefined;
  private farewell = false;
  /** Why it is over, where the service was the first to say so. */
  private end: SessionEnd | undefined;
  private sleeper: Sleeper | undefined;

  /** @param socket that of `ws`, to which its frames are written */
  constructor(
    private readonly ws: WebSocket,
    socket: Duplex,
    private readonly hub: Hub,
    maxUnsentBytes: number,
    private readonly metrics: SocketMetrics,
  ) {
    this.outbox = new Outbox(ws, socket, hub.burst, maxUnsentBytes, this);
  }

  deliver(frame: OutboundFrame): void {
    if (this.held) this.keep(frame, this.held);
    else if (!this.includes(frame)) this.outbox.write(frame.bytes, frame.droppable);
  }

  hold(): void {
    this.held ??= [];
  }

  /** @param first goes before what was held back */
  release(first?: OutboundFrame): void {
    const held = this.held ?? [];
    this.held = undefined;
    this.outbox.endReserve();
    if (first) this.answer(first);
    for (const frame of held) this.deliver(frame);
  }

  /**
   * Releases the connection for the first time.
   * @param included what the first frame says already of live frames: of those that were held back, and of those that
   *   were committed before the snapshot and come later
   */
  welcome(first: ServerFrame, included: Included): void {
    if (!included.isPast) this.included = included;
    this.release(OutboundFrame.of(first));
  }

  /** Goes to this connection alone, as far as it may read it. */
  answer(frame: OutboundFrame): void {
    this.outbox.write(this.hub.readBy(this.id, frame).bytes);
  }

  send(text: string): void {
    this.outbox.write(textFrame(text));
  }

  /** As far as the peer reads. */
  pong(payload: Buffer): void {
    this.outbox.pong(payload);
  }

  /** Whoever does not even read the farewell is cut off a little later. */
  close({ code }: CloseCode, reason: string): void {
    this.farewell = true;
    if (this.isOpen) this.end = { code, reason };
    this.ws.close(code, reason);
  }

  /** @param code what is heard when the socket is closed: of whoever never reads the farewell, that the line was lost */
  endedWith(code: number): SessionEnd {
    return this.end ?? { code, reason: undefined };
  }

  /** Cuts the line without a farewell. */
  terminate(): void {
    this.ws.terminate();
  }

  pause(): void {
    if (this.isOpen) this.ws.pause();
  }

  /** To a socket that is closing as well: it waits for the peer's own farewell. */
  resume(): void {
    this.ws.resume();
  }

  onRoom(sleeper: Sleeper): void {
    this.sleeper = sleeper;
  }

  hasRoomAgain(): void {
    this.sleeper?.wake();
  }

  isReadTooSlowly(): void {
    this.metrics.limited('MAX_UNSENT_BYTES');
    this.close(CloseCode.tooSlow, 'too_slow');
  }

  hasDropped(): void {
    this.metrics.frameDropped();
  }

  /** Bytes that the peer has not taken yet. */
  get unsent(): number {
    return this.outbox.unsent;
  }

  get hasRoom(): boolean {
    return this.outbox.hasRoom;
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  get isClosing(): boolean {
    return this.farewell;
  }

  private includes(live: OutboundFrame): boolean {
    const isIncluded = this.included?.has(live) === true;
    if (this.included?.isPast) this.included = undefined;
    return isIncluded;
  }

  private keep(frame: OutboundFrame, held: OutboundFrame[]): void {
    if (this.outbox.reserve(frame.bytes, frame.droppable)) held.push(frame);
  }
}
