import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';

import type { FrameLoop } from './frame-loop.js';
import type { SocketConnection } from './socket-connection.js';

export interface OpenSocket {
  readonly connection: SocketConnection;
  readonly loop: FrameLoop;
  readonly userId: number;
}

/** Farewells that go out at once; the next follow a little later, so that not everybody comes back at one moment. */
const BATCH = 200;
const LONGEST_PAUSE_MS = 100;
const POLL_MS = 20;

/** The sockets of this node, by user. */
@Injectable()
export class OpenSockets {
  /** Plain lists: there are as many as users, most of one socket, and none is longer than the limit of each user. */
  private readonly byUser = new Map<number, readonly OpenSocket[]>();
  /** By user: those that were let in and are not open yet. */
  private readonly expected = new Map<number, number>();
  private goingDown = false;

  /** Whoever was let in before the node goes down, and opens only now, is told at once to come back. */
  add(socket: OpenSocket): void {
    this.byUser.set(socket.userId, [...this.of(socket.userId), socket]);
    if (this.goingDown) farewell(socket);
  }

  /** One more of the user's was let in, and counts as open. */
  expect(userId: number): void {
    this.expected.set(userId, (this.expected.get(userId) ?? 0) + 1);
  }

  /** One that was let in is open now, or never will be. */
  unexpect(userId: number): void {
    const left = (this.expected.get(userId) ?? 0) - 1;
    if (left > 0) this.expected.set(userId, left);
    else this.expected.delete(userId);
  }

  /** How many of the user's are open, or will be in a moment: what has been told to close is none. */
  countOf(userId: number): number {
    const open = this.of(userId).filter(({ connection }) => connection.isOpen).length;
    return open + (this.expected.get(userId) ?? 0);
  }

  /** Everybody who has a socket here. */
  users(): Iterable<number> {
    return this.byUser.keys();
  }

  /** How many frames wait for their turn, of all together. */
  waiting(): number {
    return this.sum(({ loop }) => loop.waiting);
  }

  /** Bytes that their peers have not taken yet, of all together. */
  unsent(): number {
    return this.sum(({ connection }) => connection.unsent);
  }

  remove(socket: OpenSocket): void {
    const others = this.of(socket.userId).filter((each) => each !== socket);
    if (others.length > 0) this.byUser.set(socket.userId, others);
    else this.byUser.delete(socket.userId);
  }

  /**
   * Finishes what has begun, then says farewell to everybody in batches. What has not begun gets no answer: the client
   * asks again where it comes back.
   * @param until after this moment nobody is waited for any more
   */
  async drain(until: Date): Promise<void> {
    this.goingDown = true;
    const sockets = this.all();
    for (const { loop } of sockets) loop.stop();
    await Promise.race([Promise.all(sockets.map(({ loop }) => loop.settled())), delay(leftOf(until) / 2)]);
    for (let from = 0; from < sockets.length; from += BATCH) {
      for (const socket of sockets.slice(from, from + BATCH)) farewell(socket);
      if (leftOf(until) > 0) await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, leftOf(until) / 10));
    }
    while (this.byUser.size > 0 && leftOf(until) > 0) await delay(POLL_MS);
    for (const { connection } of this.all()) connection.terminate();
  }

  private sum(of: (socket: OpenSocket) => number): number {
    let sum = 0;
    for (const sockets of this.byUser.values()) for (const socket of sockets) sum += of(socket);
    return sum;
  }

  private of(userId: number): readonly OpenSocket[] {
    return this.byUser.get(userId) ?? [];
  }

  private all(): OpenSocket[] {
    return [...this.byUser.values()].flat();
  }
}

function farewell({ connection, loop }: OpenSocket): void {
  loop.stop();
  connection.close(CloseCode.goingDown, 'going down');
}

const leftOf = (until: Date): number => Math.max(0, until.getTime() - Date.now());
