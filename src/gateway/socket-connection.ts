import { randomUUID } from 'node:crypto';

import type { CloseCode, ServerFrame } from '@parley/protocol';
import { OutboundFrame } from '@parley/realtime/hub';
import type { Connection } from '@parley/realtime/hub';
import { WebSocket } from 'ws';

import type { FrameSocket } from './frame-loop.js';

/**
 * One open socket. Until it is released it holds back what its groups hear, so that the first frame is first and
 * nothing that happens while it is being made is lost.
 */
export class SocketConnection implements Connection, FrameSocket {
  readonly id = randomUUID();
  private held: OutboundFrame[] | undefined = [];

  constructor(private readonly ws: WebSocket) {}

  deliver(frame: OutboundFrame): void {
    if (this.held) this.held.push(frame);
    else this.write(frame.bytes);
  }

  /** @param included whether the first frame says already what a frame that was held back says */
  release(first: ServerFrame, included: (held: OutboundFrame) => boolean): void {
    const held = this.held ?? [];
    this.held = undefined;
    this.write(OutboundFrame.of(first).bytes);
    for (const frame of held) if (!included(frame)) this.write(frame.bytes);
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
