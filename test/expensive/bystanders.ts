import { setTimeout as delay } from 'node:timers/promises';

import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { frameOf, HEARTBEAT, WireCounter } from './wire-counter.js';

/** Within the limits of a connection and of a user. */
const INTERVAL_MS = 25;
const BEAT = frameOf(HEARTBEAT);
const SUCCESS = '{"status":"success"';

/** Connections of other users. Each sends a heartbeat, waits for its answer, and sends the next. */
export class Bystanders {
  private times: number[] = [];
  private isLeaving = false;
  private readonly loops: Promise<void>[];

  private constructor(private readonly sockets: readonly WireCounter[]) {
    this.loops = sockets.map((socket) => this.repeat(socket));
  }

  static async connect(service: Service, people: readonly TestUser[]): Promise<Bystanders> {
    return new Bystanders(await Promise.all(people.map((user) => WireCounter.connect(service.url, user))));
  }

  /** The codes with which the service has closed their connections. */
  get closings(): number[] {
    return this.sockets.flatMap(({ closedWith }) => closedWith ?? []);
  }

  /** The length of the longest frame that any of them has received, in bytes. */
  get longest(): number {
    return Math.max(...this.sockets.map(({ longest }) => longest));
  }

  /** @returns the 99th percentile of the times of the heartbeats during the work, in milliseconds */
  async p99During(work: () => Promise<unknown>): Promise<number> {
    this.times = [];
    await work();
    // The heartbeats that are unanswered now count too.
    const { length } = this.times;
    while (this.closings.length === 0 && this.times.length < length + this.sockets.length) await delay(INTERVAL_MS);
    const sorted = this.times.toSorted((one, other) => one - other);
    return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Infinity;
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    await Promise.all(this.loops);
    await Promise.all(this.sockets.map((socket) => socket.close()));
  }

  private async repeat(socket: WireCounter): Promise<void> {
    while (!this.isLeaving && socket.closedWith === undefined) {
      const at = performance.now();
      socket.send(BEAT);
      await socket.receive((frame) => frame.subarray(0, SUCCESS.length).toString() === SUCCESS);
      this.times.push(performance.now() - at);
      await delay(INTERVAL_MS);
    }
  }
}
