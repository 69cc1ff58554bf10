import { Injectable, Module } from '@nestjs/common';

import type { Work } from '../../platform/database/unit-of-work.js';

/** A message of which one user is reminded. */
export interface Reminder {
  readonly userId: number;
  readonly roomId: string;
  readonly messageId: string;
  readonly seq: number;
}

export interface ReminderPusher {
  /** Enqueues a push to each device of the user, in the transaction of the reminder. */
  enqueue(work: Work, reminder: Reminder): Promise<void>;
}

/** The pusher of reminders. Push knows saved messages, not the other way round, so it registers itself at the start. */
@Injectable()
export class ReminderPushes {
  private registered: ReminderPusher | undefined;

  get pusher(): ReminderPusher {
    if (!this.registered) throw new Error('nothing pushes reminders');
    return this.registered;
  }

  register(pusher: ReminderPusher): void {
    this.registered = pusher;
  }
}

@Module({ providers: [ReminderPushes], exports: [ReminderPushes] })
export class ReminderPushesModule {}
