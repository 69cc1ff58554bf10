import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { randomFrom } from './random.js';
import { endOfValue, kindOfPush } from './resp.js';
import { TcpProxy } from './tcp-proxy.js';

/** The probability of each fault for each message, from 0 to 1. A missing fault never happens. */
export interface Faults {
  /** The message is lost. */
  readonly drop?: number;
  /** The message is up to {@link LONGEST_DELAY_MS} late; messages with a shorter delay overtake it. */
  readonly delay?: number;
  /** The message arrives twice; either copy may be delayed. */
  readonly double?: number;
}

/** Counts of messages and faults. A message that is doubled and delayed counts as both. */
export interface InjectedFaults {
  messages: number;
  dropped: number;
  delayed: number;
  doubled: number;
  /** Messages that arrived after a message that Redis sent later. */
  overtaken: number;
  /** Delayed copies that have not arrived yet. */
  waiting: number;
}

const LONGEST_DELAY_MS = 100;

/**
 * A proxy between a client and its Redis that loses, delays, doubles and reorders published messages at random, as a
 * network and a pub/sub without guarantees may do. Replies to commands pass unchanged and in order. The same seed
 * makes the same decisions about the same messages.
 */
export class FaultyRedis {
  private constructor(
    /** Can cut and restore the connection. */
    readonly cable: TcpProxy,
    private readonly chance: Chance,
  ) {}

  /**
   * @param redisUrl `redis://host:port`
   * @param seed any integer
   */
  static async to(redisUrl: string, seed: number): Promise<FaultyRedis> {
    const chance = new Chance(randomFrom(seed));
    const { hostname, port } = new URL(redisUrl);
    const cable = await TcpProxy.to(hostname, Number(port || 6379), undefined, () => new FaultyStream(chance));
    return new FaultyRedis(cable, chance);
  }

  /** The client uses it as its Redis URL. */
  get url(): string {
    return `redis://127.0.0.1:${String(this.cable.port)}`;
  }

  get injected(): Readonly<InjectedFaults> {
    return this.chance.made;
  }

  /** Injects faults until {@link stopFaults} is called. */
  startFaults(faults: Faults): void {
    this.chance.faults = faults;
  }

  /** Ends the faults. Delayed messages still arrive late. */
  stopFaults(): void {
    this.chance.faults = {};
  }

  close(): Promise<void> {
    return this.cable.close();
  }
}

/** Decides about the fault of each message, and counts. */
class Chance {
  readonly made: InjectedFaults = { messages: 0, dropped: 0, delayed: 0, doubled: 0, overtaken: 0, waiting: 0 };
  faults: Faults = {};

  constructor(private readonly random: () => number) {}

  /** The delay of each copy of the next message, in milliseconds. */
  decide(): number[] {
    const { drop = 0, delay: late = 0, double = 0 } = this.faults;
    this.made.messages += 1;
    if (this.happens(drop)) {
      this.made.dropped += 1;
      return [];
    }
    const copies = this.happens(double) ? 2 : 1;
    if (copies === 2) this.made.doubled += 1;
    const delays = Array.from({ length: copies }, () => (this.happens(late) ? this.random() * LONGEST_DELAY_MS : 0));
    if (delays.some((ms) => ms > 0)) this.made.delayed += 1;
    return delays;
  }

  private happens(probability: number): boolean {
    return this.random() < probability;
  }
}

const MESSAGES = ['message', 'pmessage', 'smessage'];
const SUBSCRIPTIONS = ['subscribe', 'psubscribe', 'ssubscribe'];

/** The replies of Redis on one connection. */
class FaultyStream extends Transform {
  private waiting = Buffer.alloc(0);
  /** In RESP2 a message looks like a reply, but a subscribed connection gets no other replies. */
  private subscribed = false;
  private sent = 0;
  private newest = 0;
  private ended = false;

  constructor(private readonly chance: Chance) {
    super();
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.waiting = Buffer.concat([this.waiting, piece]);
    let start = 0;
    for (let end = endOfValue(this.waiting, start); end !== undefined; end = endOfValue(this.waiting, start)) {
      this.carry(this.waiting.subarray(start, end));
      start = end;
    }
    this.waiting = this.waiting.subarray(start);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.ended = true;
    done();
  }

  private carry(value: Buffer): void {
    if (!this.isMessage(value)) {
      this.push(value);
      return;
    }
    const number = (this.sent += 1);
    for (const ms of this.chance.decide()) {
      if (ms === 0) this.deliver(number, value);
      else void this.deliverLate(number, value, ms);
    }
  }

  private async deliverLate(number: number, message: Buffer, ms: number): Promise<void> {
    this.chance.made.waiting += 1;
    await delay(ms);
    this.chance.made.waiting -= 1;
    this.deliver(number, message);
  }

  private isMessage(value: Buffer): boolean {
    const kind = kindOfPush(value);
    if (!kind) return false;
    if (SUBSCRIPTIONS.includes(kind.name)) this.subscribed = true;
    return (kind.isPush || this.subscribed) && MESSAGES.includes(kind.name);
  }

  private deliver(number: number, message: Buffer): void {
    if (this.ended || this.destroyed) return;
    if (number < this.newest) this.chance.made.overtaken += 1;
    this.newest = Math.max(this.newest, number);
    this.push(message);
  }
}
