import { slotOf } from './key-slot.js';
import type { Master, Masters } from './masters.js';
import type { Client } from './open-client.js';
import { ShardReader } from './shard-reader.js';
import type { PacketListener } from './shard-reader.js';

interface Subscription {
  readonly slot: number;
  readonly listener: PacketListener;
  /** Undefined while no master has the slot. */
  reader: ShardReader | undefined;
}

/** The sharded subscriptions of this node, each at the master that has its slot. They follow their slots. */
export class ShardedSubscriber {
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly readers = new Map<Master, ShardReader>();

  /**
   * @param open makes a client, not connected yet, that ends with its connection
   * @param onError called for each lost connection, which is opened again
   */
  constructor(
    private readonly masters: Masters,
    private readonly open: (master: Master) => Client,
    private readonly onError: (error: unknown) => void,
  ) {
    masters.onChange(() => this.follow());
  }

  /** Whether there is a connection to each master. */
  get isReady(): boolean {
    return [...this.masters.all].every((master) => this.readerOf(master).isConnected);
  }

  /** Resolves with the first connection to each master. */
  async connected(): Promise<void> {
    await Promise.all([...this.masters.all].map((master) => this.readerOf(master).connected));
  }

  subscribe(channel: string, listener: PacketListener): void {
    const subscription = { slot: slotOf(channel), listener, reader: undefined };
    this.subscriptions.set(channel, subscription);
    this.place(channel, subscription);
  }

  unsubscribe(channel: string): void {
    this.subscriptions.get(channel)?.reader?.remove(channel);
    this.subscriptions.delete(channel);
  }

  /** @throws Error if a server does not answer */
  async audit(): Promise<void> {
    await Promise.all([...this.masters.all].map((master) => this.readerOf(master).audit()));
  }

  close(): void {
    for (const reader of this.readers.values()) reader.close();
  }

  private follow(): void {
    for (const [master, reader] of this.readers) {
      if (this.masters.has(master)) continue;
      this.readers.delete(master);
      reader.close();
    }
    for (const [channel, subscription] of this.subscriptions) this.place(channel, subscription);
  }

  private place(channel: string, subscription: Subscription): void {
    const master = this.masters.of(subscription.slot);
    const reader = master && this.readerOf(master);
    if (subscription.reader === reader) return;
    subscription.reader?.forget(channel);
    subscription.reader = reader;
    reader?.add(channel, subscription.listener);
  }

  private readerOf(master: Master): ShardReader {
    const known = this.readers.get(master);
    if (known) return known;
    const reader: ShardReader = new ShardReader(master, this.open, {
      moved: (channel, { slot, to }) => {
        const subscription = this.subscriptions.get(channel);
        if (subscription?.reader !== reader) return;
        reader.forget(channel);
        subscription.reader = undefined;
        this.masters.redirect(slot, to);
      },
      failed: (error) => {
        this.onError(error);
        this.masters.searchSoon();
      },
    });
    this.readers.set(master, reader);
    return reader;
  }
}
