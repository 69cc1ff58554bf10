import { Injectable } from '@nestjs/common';
import type { RefusedSchedule, ScheduleRefusal, User } from '@parley/protocol';
import { Dispatch } from '@parley/realtime/dispatch';
import { v7 as uuidv7 } from 'uuid';

import type { Work } from '../../platform/database/unit-of-work.js';
import { refusalNotification } from './refusal-notification.js';
import { ScheduledLog } from './scheduled-log.js';
import { ScheduledSendsRepository } from './scheduled-sends.repository.js';
import type { TakenMessage } from './scheduled-sends.repository.js';

/**
 * Notes that scheduled messages were refused at their times. The message stays with the reason, for its author, whose
 * devices receive it; a notification is pending until the author acknowledges it, sets another time or cancels the
 * message.
 */
@Injectable()
export class ScheduledRefusals {
  constructor(
    private readonly repository: ScheduledSendsRepository,
    private readonly log: ScheduledLog,
    private readonly dispatch: Dispatch,
  ) {}

  /** @param author undefined: a user who may not log in, and has no connection */
  async refuse(work: Work, taken: TakenMessage, author: User | undefined, reason: ScheduleRefusal): Promise<void> {
    const { userId } = taken;
    const notificationId = uuidv7();
    const refused = await this.repository.refuse(work.manager, taken, { reason, notificationId });
    if (!refused) return;
    const { item, refusedAt } = refused;
    const cancel: RefusedSchedule = { ...item, reason };
    await this.log.append(work, userId, { item: cancel, eventType: 'schedulecancel.dispatch' });
    if (!author) return;
    const { id, room_id: roomId, send_at: sendAt } = item;
    const pending = { notificationId, id, roomId, sendAt, refusedAt: refusedAt.toISOString(), reason };
    work.afterCommit(() => {
      const data = refusalNotification(author, pending);
      this.dispatch.toUsers([userId], { eventType: 'notification.dispatch', data });
    });
  }
}
