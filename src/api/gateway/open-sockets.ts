import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { CloseCode } from '@parley/protocol';

import { DatabaseHistory } from '../../platform/database/history/database-history.js';

/** The connection of an open socket, as far as it is counted and closed. */
interface ClosableConnection {
  readonly isOpen: boolean;
  /** Bytes that the peer has not read. */
  readonly unsent: number;
  /** The bytes that the kernel has taken for the peer; undefined: none wait, or the connection is closing. */
  readonly taken: number | undefined;
  /** The peer has taken none of the waiting bytes for too long. */
  hasStalled(): void;
  close(code: CloseCode, reason: string): void;
  terminate(): void;
}

/** The frame loop of an open socket, as far as it is counted and stopped. */
interface StoppableLoop {
  /** Frames that have not started. */
  readonly waiting: number;
  stop(): void;
  settled(): Promise<unknown>;
}

export interface OpenSocket {
  readonly connection: ClosableConnection;
  readonly loop: StoppableLoop;
  readonly userId: number;
}

/** Sockets that are closed at once; the next batch follows after a pause, to spread the reconnects. */
const BATCH = 200;
const LONGEST_PAUSE_MS = 100;
const POLL_MS = 20;
const GOING_DOWN = 'going down';

/** The sockets of this node, by user. */
@Injectable()
export class OpenSockets {
  /** Plain lists: there is one for each user, most have one socket, and the limit for each user bounds their length. */
  private readonly byUser = new Map<number, readonly OpenSocket[]>();
  /** By user: the number of sockets that were admitted and are not open yet. */
  private readonly expected = new Map<number, number>();
  private goingDown = false;

  constructor(history: DatabaseHistory) {
    history.onEpoch(() => void this.closeAll());
  }

  /** A socket that was admitted before the shutdown but opens during it is closed at once: the client reconnects. */
  add(socket: OpenSocket): void {
    this.byUser.set(socket.userId, [...this.ofUser(socket.userId), socket]);
    if (this.goingDown) closeWith(socket, GOING_DOWN);
  }

  /** One more socket of the user was admitted and counts as open. */
  expect(userId: number): void {
    this.expected.set(userId, (this.expected.get(userId) ?? 0) + 1);
  }

  /** An admitted socket is open now, or will never open. */
  unexpect(userId: number): void {
    const left = (this.expected.get(userId) ?? 0) - 1;
    if (left > 0) this.expected.set(userId, left);
    else this.expected.delete(userId);
  }

  /** The number of the user's sockets that are open or about to open; closing sockets do not count. */
  countOf(userId: number): number {
    const open = this.ofUser(userId).filter(({ connection }) => connection.isOpen).length;
    return open + (this.expected.get(userId) ?? 0);
  }

  /** The users with a socket on this node. */
  users(): Iterable<number> {
    return this.byUser.keys();
  }

  all(): OpenSocket[] {
    return [...this.byUser.values()].flat();
  }

  /** The queued frames of all sockets. */
  waiting(): number {
    return this.sum(({ loop }) => loop.waiting);
  }

  /** The bytes that peers have not read, of all sockets. */
  unsent(): number {
    return this.sum(({ connection }) => connection.unsent);
  }

  remove(socket: OpenSocket): void {
    const others = this.ofUser(socket.userId).filter((each) => each !== socket);
    if (others.length > 0) this.byUser.set(socket.userId, others);
    else this.byUser.delete(socket.userId);
  }

  /**
   * Finishes the frames in progress, then closes all sockets in batches. Queued frames get no answer: the client
   * repeats them after it reconnects.
   * @param until the deadline
   */
  async drain(until: Date): Promise<void> {
    this.goingDown = true;
    const sockets = this.all();
    for (const { loop } of sockets) loop.stop();
    await Promise.race([Promise.all(sockets.map(({ loop }) => loop.settled())), delay(leftOf(until) / 2)]);
    await closeInBatches(sockets, GOING_DOWN, () => Math.min(LONGEST_PAUSE_MS, leftOf(until) / 10));
    while (this.byUser.size > 0 && leftOf(until) > 0) await delay(POLL_MS);
    for (const { connection } of this.all()) connection.terminate();
  }

  /** Another epoch has begun: the clients reconnect, and sync by it. */
  private closeAll(): Promise<void> {
    return closeInBatches(this.all(), 'sync', () => LONGEST_PAUSE_MS);
  }

  private sum(of: (socket: OpenSocket) => number): number {
    let sum = 0;
    for (const sockets of this.byUser.values()) for (const socket of sockets) sum += of(socket);
    return sum;
  }

  private ofUser(userId: number): readonly OpenSocket[] {
    return this.byUser.get(userId) ?? [];
  }
}

/** @param longestPauseMs of the pause that follows a batch */
async function closeInBatches(
  sockets: readonly OpenSocket[],
  reason: string,
  longestPauseMs: () => number,
): Promise<void> {
  for (let from = 0; from < sockets.length; from += BATCH) {
    for (const socket of sockets.slice(from, from + BATCH)) closeWith(socket, reason);
    await delay(Math.random() * longestPauseMs());
  }
}

function closeWith({ connection, loop }: OpenSocket, reason: string): void {
  loop.stop();
  connection.close(CloseCode.goingDown, reason);
}

const leftOf = (until: Date): number => Math.max(0, until.getTime() - Date.now());
