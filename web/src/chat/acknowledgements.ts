import type { Message, Parley } from '@parley/client';

import type { Self } from '../session/session.js';

const DELAY_MS = 250;
const MAX_BATCH = 100;
/** Between two batches, so that many rooms at once leave most of the user's events per second to others. */
const PAUSE_MS = 50;

/** Reports received messages as delivered, in batches. */
export class Acknowledgements {
  /** The ids of messages, by room. */
  private readonly pending = new Map<string, Set<string>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly subscriptions: (() => void)[];

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    this.subscriptions = [
      parley.on('message', ({ message }) => this.enqueue([message])),
      parley.on('reset', ({ messages }) => this.enqueue(messages)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.pending.clear();
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private enqueue(messages: readonly Message[]): void {
    for (const { id, room, sender, delivered_to: deliveredTo } of messages) {
      if (sender.id === this.self.id || deliveredTo.includes(this.self.username)) continue;
      const ofRoom = this.pending.get(room.id) ?? new Set();
      this.pending.set(room.id, ofRoom.add(id));
    }
    if (this.pending.size > 0) this.timer ??= setTimeout(() => void this.flush(), DELAY_MS);
  }

  /** Sends one batch, of one room: a request that names the room spares the service a lookup. */
  private async flush(): Promise<void> {
    const [next] = this.pending;
    if (next) {
      const [room_id, ofRoom] = next;
      const message_id = [...ofRoom].slice(0, MAX_BATCH);
      for (const id of message_id) ofRoom.delete(id);
      if (ofRoom.size === 0) this.pending.delete(room_id);
      // Not retried: a read receipt, which comes later, implies the delivery.
      await this.parley.ask('message.acknowledged', { room_id, message_id }).catch(() => undefined);
    }
    this.timer = this.pending.size > 0 ? setTimeout(() => void this.flush(), PAUSE_MS) : undefined;
  }
}
