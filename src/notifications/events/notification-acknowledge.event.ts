import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import { ClientEvent, Id, IdOrIds, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { bulkIds, amongRooms } from '../../rooms/among-rooms.js';
import { AcknowledgementsService } from '../../messages/receipts/acknowledgements.js';
import { ReceiptLocks } from '../../messages/receipts/receipt-locks.js';
import type { GrantedMessages } from '../../messages/receipts/receipt-locks.js';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { RefusalNotificationsRepository } from '../../scheduled-messages/refusal-notifications.repository.js';
import { NotificationRoomsRepository } from '../notification-rooms.repository.js';
import { ReactionNotificationsRepository } from '../reaction-notifications.repository.js';
import type { ReactionNotification } from '../reaction-notifications.repository.js';

/** Messages, and notifications of reactions to them. */
interface GrantedNotifications extends GrantedMessages {
  readonly reactions: readonly ReactionNotification[];
}

class NotificationAcknowledgeRequest {
  @IdOrIds()
  notification_id!: string | string[];

  /** The room of the notifications. */
  @Optional()
  @Id()
  room_id?: string | null;
}

/**
 * `notification.acknowledge`: the requester has seen these notifications. A notification of a message has the id of the
 * message and is handled like `message.acknowledged`: the message's sender is notified. One of a reaction or of a
 * refused scheduled message is removed.
 *
 * The answer contains all requested ids, none of which is pending any more. It does not reveal notifications of other
 * users: they look like notifications that were acknowledged before.
 */
@Injectable()
@ClientEvent({
  name: 'notification.acknowledge',
  summary: 'Acknowledges notifications, which are no longer pending then.',
  request: NotificationAcknowledgeRequest,
  emits: ['notificationacknowledge.dispatch'],
})
export class NotificationAcknowledgeEvent implements EventHandler<NotificationAcknowledgeRequest> {
  constructor(
    private readonly rooms: NotificationRoomsRepository,
    private readonly locks: ReceiptLocks,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly reactions: ReactionNotificationsRepository,
    private readonly refusals: RefusalNotificationsRepository,
    private readonly work: UnitOfWork,
    private readonly config: Config,
  ) {}

  async handle(request: NotificationAcknowledgeRequest, { actor, pay }: EventContext): Promise<Answer> {
    const ids = bulkIds('notification_id', request.notification_id, this.config.limits.bulkIds);
    const named = await amongRooms(ids, request.room_id, () => this.rooms.find(actor.user.id, ids));
    pay(named.length - 1);
    const changed = await this.work.transaction(async (work) => {
      const refusals = await this.refusals.acknowledge(work.manager, actor.user.id, ids);
      // The room of a refusal may not be the user's any more.
      if (refusals === ids.length) return true;
      const others = await this.acknowledge(work, await this.locks.rooms(work, actor, named));
      return others || refusals > 0;
    });
    return changed ? acknowledged(ids) : { ...acknowledged(ids), meta: { changed } };
  }

  /**
   * Messages with reactions to acknowledge are the user's own: they are never pending, and only locked with the others.
   */
  private async acknowledge(work: Work, granted: readonly GrantedMessages[]): Promise<boolean> {
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

const acknowledged = (ids: readonly string[]): ServerEvent<'notificationacknowledge.dispatch'> => ({
  eventType: 'notificationacknowledge.dispatch',
  data: { notification_id: ids },
});
