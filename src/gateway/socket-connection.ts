import { randomUUID } from 'node:crypto';

import type { CloseCode, ServerFrame } from '@parley/protocol';
import { OutboundFrame } from '@parley/realtime/hub';
import type { Connection, Hub } from '@parley/realtime/hub';
import { WebSocket } from 'ws';

import type { FrameSocket } from './frame-loop.js';

/** What was committed before a snapshot was read has been dispatched by then. */
const LATEST_MS = 10_000;

/**
 * One open socket. Until it is released it holds back what its groups hear, so that the first frame is first and
 * nothing that happens while it is being made is lost.
 */
export class SocketConnection implements Connection, FrameSocket {
  readonly id = randomUUID();
  private held: OutboundFrame[] | undefined = [];
  private included: ((frame: OutboundFrame) => boolean) | undefined;

  constructor(
    private readonly ws: WebSocket,
    private readonly hub: Hub,
  ) {}

  deliver(frame: OutboundFrame): void {
    if (this.held) this.held.push(frame);
    else if (!this.included?.(frame)) this.write(frame.bytes);
  }

  /**
   * @param included whether the first frame says already what a live frame says: one that was held back, or one that
   *   was committed before the snapshot and comes a little later
   */
  release(first: ServerFrame, included: (live: OutboundFrame) => boolean): void {
    const held = this.held ?? [];
    this.held = undefined;
    this.included = included;
    setTimeout(() => {
      this.included = undefined;
    }, LATEST_MS).unref();
    this.answer(OutboundFrame.of(first));
    for (const frame of held) this.deliver(frame);
  }

  /** Goes to this connection alone, as far as it may read it. */
  answer(frame: OutboundFrame): void {
    this.write(this.hub.readBy(this.id, frame).bytes);
  }

  send(text: string): void {
    this.write(Buffer.from(text));
  }

  close({ code }: CloseCode, reason: string): void {
    this.ws.close(code, reason);
  }

  /** Cuts the line without a farewell. */
  terminate(): void {
    this.ws.terminate();
  }

  pause(): void {
    if (this.isOpen) this.ws.pause();
  }

  resume(): void {
    if (this.isOpen) this.ws.resume();
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN;
  }

  private write(bytes: Buffer): void {
    if (this.isOpen) this.ws.send(bytes, { binary: false });
  }
}
