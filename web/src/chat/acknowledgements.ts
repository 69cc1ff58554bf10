import type { Message, Parley } from '@parley/client';

import type { Self } from '../session/session.js';

const DELAY_MS = 250;
const MAX_BATCH = 100;

/** Reports received messages as delivered, in batches. */
export class Acknowledgements {
  private readonly pending = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly subscriptions: (() => void)[];

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    this.subscriptions = [
      parley.on('message', ({ message }) => {
        this.enqueue([message]);
      }),
      parley.on('reset', ({ messages }) => {
        this.enqueue(messages);
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  private enqueue(messages: readonly Message[]): void {
    for (const { id, sender, delivered_to: deliveredTo } of messages) {
      if (sender.id !== this.self.id && !deliveredTo.includes(this.self.username)) this.pending.add(id);
    }
    if (this.pending.size > 0) this.timer ??= setTimeout(() => void this.flush(), DELAY_MS);
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    while (this.pending.size > 0) {
      const ids = [...this.pending].slice(0, MAX_BATCH);
      for (const id of ids) this.pending.delete(id);
      // Not retried: a read receipt, which comes later, implies the delivery.
      await this.parley.ask('message.acknowledged', { message_id: ids }).catch(() => undefined);
    }
  }
}
