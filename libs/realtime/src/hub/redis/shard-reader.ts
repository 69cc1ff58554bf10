import { setTimeout as delay } from 'node:timers/promises';

import type { Master } from './masters.js';
import { inTime } from './open-client.js';
import type { Client } from './open-client.js';
import type { Redirect } from './redirect.js';
import { redirectOf } from './redirect.js';
import { reconnectDelay } from './transport.js';

export type PacketListener = (packet: Buffer, channel: Buffer) => unknown;

export interface ReaderEvents {
  /** Another server has this channel. */
  moved(channel: string, redirect: Redirect): void;
  /** The connection was lost, or cannot be opened. It is tried again. */
  failed(error: unknown): void;
}

/**
 * The subscriptions at one master, over one connection at a time.
 *
 * The cluster client of the `redis` package is not used for this: it loses a subscription if a slot moves while another
 * command is pending, and its failed resubscriptions are unhandled rejections. Here a connection is never repaired. It
 * is closed after each failure, and each audit that finds another number of subscriptions at the server, and a new one
 * subscribes to everything again. What is published meanwhile is lost: a hub promises no more.
 */
export class ShardReader {
  private readonly channels = new Map<string, PacketListener>();
  /** The channels that the server has confirmed on the current connection. */
  private readonly confirmed = new Set<string>();
  private pending = 0;
  private client: Client | undefined;
  private isClosed = false;
  private differed = false;
  /** Ends the current connection. */
  private end: (reason: Error | undefined) => void = () => undefined;

  private isFirst: () => void = () => undefined;
  /** Resolves with the first connection. */
  readonly connected = new Promise<void>((resolve) => (this.isFirst = resolve));

  /** @param open makes a client, not connected yet, that ends with its connection */
  constructor(
    private readonly master: Master,
    private readonly open: (master: Master) => Client,
    private readonly events: ReaderEvents,
  ) {
    void this.keepConnected();
  }

  get isConnected(): boolean {
    return this.client !== undefined;
  }

  add(channel: string, listener: PacketListener): void {
    this.channels.set(channel, listener);
    if (this.client) this.subscribe(this.client, channel, listener);
  }

  remove(channel: string): void {
    const { client } = this;
    const listener = this.channels.get(channel);
    this.forget(channel);
    if (!client || !listener) return;
    this.pending += 1;
    // With its listener: without, the client would not subscribe to the same channel before this one is answered.
    // Of a slot that is elsewhere now there is nothing to remove.
    void client
      .sUnsubscribe(channel, listener, true)
      .catch(() => undefined)
      .finally(() => {
        if (client === this.client) this.pending -= 1;
      });
  }

  /** Another master has the channel, so this one has ended its subscription, or is about to. */
  forget(channel: string): void {
    this.channels.delete(channel);
    this.confirmed.delete(channel);
  }

  /**
   * Compares the number of subscriptions with the server's. It differs for a moment while slots move.
   * @throws Error if the server does not answer
   */
  async audit(): Promise<void> {
    const { client } = this;
    if (!client) throw new Error(`There is no connection to ${this.master.address}.`);
    try {
      const info = await inTime(client.sendCommand(['CLIENT', 'INFO']), this.master.address);
      const [, subscriptions] = / ssub=(\d+)/.exec(info as unknown as string) ?? [];
      if (client !== this.client) return;
      const differs =
        subscriptions !== undefined && this.pending === 0 && Number(subscriptions) !== this.confirmed.size;
      if (differs && this.differed) this.end(new Error(`${this.master.address} has lost subscriptions.`));
      this.differed = differs;
    } catch (error) {
      if (client === this.client) this.end(error as Error);
      throw error;
    }
  }

  close(): void {
    this.isClosed = true;
    this.end(undefined);
  }

  private isOpen(): boolean {
    return !this.isClosed;
  }

  private async keepConnected(): Promise<void> {
    for (let retries = 0; this.isOpen(); retries += 1) {
      try {
        await this.useConnection(() => (retries = 0));
      } catch (error) {
        if (this.isOpen()) this.events.failed(error);
      }
      if (this.isOpen()) await delay(reconnectDelay(retries), undefined, { ref: false });
    }
  }

  /** @returns when the reader is closed. @throws Error when the connection is lost, or cannot be opened */
  private async useConnection(connected: () => void): Promise<void> {
    const client = this.open(this.master);
    const ended = new Promise<void>((resolve, reject) => {
      this.end = (reason) => {
        if (reason === undefined) resolve();
        else reject(reason);
      };
    });
    // Awaited below; it may reject before.
    ended.catch(() => undefined);
    client.on('error', (error: Error) => this.end(error));
    client.on('end', () => this.end(new Error(`${this.master.address} has closed the connection.`)));
    client.on('sharded-channel-moved', (channel: string) => this.resubscribe(client, channel));
    try {
      await Promise.race([client.connect(), ended]);
      if (!this.isOpen()) return;
      this.client = client;
      this.isFirst();
      connected();
      for (const [channel, listener] of this.channels) this.subscribe(client, channel, listener);
      await ended;
    } finally {
      this.client = undefined;
      this.confirmed.clear();
      this.pending = 0;
      this.differed = false;
      if (client.isOpen) client.destroy();
    }
  }

  private subscribe(client: Client, channel: string, listener: PacketListener): void {
    this.pending += 1;
    client
      .sSubscribe(channel, listener, true)
      .then(
        () => {
          if (client === this.client && this.channels.has(channel)) this.confirmed.add(channel);
        },
        (error: unknown) => {
          if (client !== this.client) return;
          const redirect = redirectOf(error, this.master);
          if (redirect) this.events.moved(channel, redirect);
          else this.end(error as Error);
        },
      )
      .finally(() => {
        if (client === this.client) this.pending -= 1;
      });
  }

  /** The answer to a new subscription names the server that has the channel now. */
  private resubscribe(client: Client, channel: string): void {
    const listener = this.channels.get(channel);
    this.confirmed.delete(channel);
    if (client === this.client && listener) this.subscribe(client, channel, listener);
  }
}
