import type { Message, Parley } from '@parley/client';
import { Threads as ThreadRequests } from '@parley/client/conversations';
import type { ThreadSummary } from '@parley/client/conversations';
import { signal } from '@preact/signals';

/** The threads of all rooms: their summaries, and the requests about them. */
export class Threads {
  readonly requests: ThreadRequests;
  /** Rises with each change of a summary, so that what was read before is read again. */
  private readonly version = signal(0);

  constructor(parley: Parley) {
    this.requests = new ThreadRequests(parley);
    this.requests.onChange(() => {
      this.version.value += 1;
    });
  }

  /** Null: the message has started no thread, or its replies are deleted. */
  summaryOf(message: Message): ThreadSummary | null {
    void this.version.value;
    return this.requests.summaryOf(message);
  }
}
