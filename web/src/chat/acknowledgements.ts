import type { Message, Parley } from '@parley/client';

import type { Self } from '../session/session.js';

const SOON_MS = 250;
const MOST_AT_ONCE = 100;

/** Says of messages that they have arrived, many at a time. */
export class Acknowledgements {
  private readonly waiting = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stops: (() => void)[];

  constructor(
    private readonly parley: Parley,
    private readonly self: Self,
  ) {
    this.stops = [
      parley.on('message', ({ message }) => {
        this.arrived([message]);
      }),
      parley.on('reset', ({ messages }) => {
        this.arrived(messages);
      }),
    ];
  }

  ends(): void {
    clearTimeout(this.timer);
    for (const stop of this.stops) stop();
  }

  private arrived(messages: readonly Message[]): void {
    for (const { id, sender, delivered_to: deliveredTo } of messages) {
      if (sender.id !== this.self.id && !deliveredTo.includes(this.self.username)) this.waiting.add(id);
    }
    if (this.waiting.size > 0) this.timer ??= setTimeout(() => void this.flush(), SOON_MS);
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    while (this.waiting.size > 0) {
      const ids = [...this.waiting].slice(0, MOST_AT_ONCE);
      for (const id of ids) this.waiting.delete(id);
      // What the service does not hear of now, it learns when the messages are read.
      await this.parley.ask('message.acknowledged', { message_id: ids }).catch(() => undefined);
    }
  }
}
