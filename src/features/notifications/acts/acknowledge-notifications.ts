import { Injectable } from '@nestjs/common';
import type { EventContext } from '@parley/realtime/requests';

import { AcknowledgementsService } from '../../messages/receipts/acknowledgements.js';
import { ReceiptLocks } from '../../messages/receipts/receipt-locks.js';
import type { GrantedMessages } from '../../messages/receipts/receipt-locks.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { amongRooms } from '../../rooms/among-rooms.js';
import { RefusalNotificationsRepository } from '../../scheduled-messages/refusal-notifications.repository.js';
import { NotificationRoomsRepository } from '../notification-rooms.repository.js';
import { ReactionNotificationsRepository } from '../reaction-notifications.repository.js';
import type { ReactionNotification } from '../reaction-notifications.repository.js';

/** Messages, and notifications of reactions to them. */
interface GrantedNotifications extends GrantedMessages {
  readonly reactions: readonly ReactionNotification[];
}

/**
 * Acknowledges notifications, which are no longer pending then. One of a message acknowledges the message, and one of a
 * reaction or of a refused scheduled message is removed.
 */
@Injectable()
export class AcknowledgeNotifications {
  constructor(
    private readonly rooms: NotificationRoomsRepository,
    private readonly locks: ReceiptLocks,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly reactions: ReactionNotificationsRepository,
    private readonly refusals: RefusalNotificationsRepository,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * @param ids in lower case, without duplicates
   * @param given the room that the request names, if it does
   * @returns whether any of them was pending
   * @throws Refusal 4004 if the request names a room of which the actor is not a member
   */
  async acknowledge(
    { actor, pay }: Pick<EventContext, 'actor' | 'pay'>,
    ids: readonly string[],
    given: string | null | undefined,
  ): Promise<boolean> {
    const named = await amongRooms(actor, ids, given, () => this.rooms.find(actor.user.id, ids));
    pay(named.length - 1);
    return this.work.transaction(async (work) => {
      // They may be of any room, so a token that is limited to rooms has none.
      const refusals = actor.rooms ? 0 : await this.refusals.acknowledge(work.manager, actor.user.id, ids);
      // The room of a refusal may not be the user's any more.
      if (refusals === ids.length) return true;
      const others = await this.acknowledgeIn(work, await this.locks.rooms(work, actor, named));
      return others || refusals > 0;
    });
  }

  /**
   * Messages with reactions to acknowledge are the user's own: they are never pending, and only locked with the others.
   */
  private async acknowledgeIn(work: Work, granted: readonly GrantedMessages[]): Promise<boolean> {
    const named: GrantedNotifications[] = [];
    for (const { grant, ids } of granted) {
      const reactions = await this.reactions.named(work.manager, grant, ids);
      named.push({ grant, reactions, ids: [...ids, ...reactions.map(({ messageId }) => messageId)] });
    }
    let { changed } = await this.acknowledgements.acknowledgePending(work, named);
    for (const { grant, reactions } of named) {
      if (reactions.length > 0 && (await this.reactions.remove(work.manager, grant, reactions))) changed = true;
    }
    return changed;
  }
}
