import type { Parley } from '@parley/client';
import type { Threads } from '@parley/client/conversations';
import { signal } from '@preact/signals';

import type { RoomPreferences } from '../rooms/room-preferences.js';

/** Whether a thread that the user follows has unread replies, on all devices of the user. */
export class UnreadThreads {
  readonly any = signal(false);
  private isAsking = false;
  private isStale = false;

  constructor(
    parley: Parley,
    private readonly threads: Threads,
    preferences: RoomPreferences,
    selfId: number,
  ) {
    parley.on('state', (state) => {
      if (state === 'online') void this.ask();
    });
    parley.on('message', ({ message: { thread, sender } }) => {
      if (thread && sender.id !== selfId && preferences.isFollowing(thread.id)) this.any.value = true;
    });
    parley.on('deleted', () => {
      if (this.any.peek()) void this.ask();
    });
    parley.on('frame', ({ eventType, meta }) => {
      // The sender of the first message follows from the first reply on, which has arrived before.
      if (eventType === 'threadfollow.dispatch') void this.ask();
      if (eventType === 'readreceipt.dispatch' && readsThread(meta ?? {}, selfId)) void this.ask();
    });
  }

  /** One request at a time: changes during a request cause one more. */
  private async ask(): Promise<void> {
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale) {
        this.isStale = false;
        const { threads } = await this.threads.list({ unreadOnly: true, limit: 1 });
        this.any.value = threads.length > 0;
      }
    } catch {
      // The next connection asks again.
    } finally {
      this.isAsking = false;
    }
  }
}

/** Whether a user has read a thread, alone or together with others. */
function readsThread(meta: Readonly<Record<string, unknown>>, userId: number): boolean {
  const reads = (meta.reads ?? [meta]) as readonly Readonly<Record<string, unknown>>[];
  return reads.some((read) => read.user_id === userId && read.thread !== undefined);
}
