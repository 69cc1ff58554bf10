import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import { ClientEvent, IdOrIds } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { bulkIds } from '../../messages/bulk-ids.js';
import { MessagePolicy } from '../../messages/message.policy.js';
import type { ReceiptGrant } from '../../messages/message.policy.js';
import { AcknowledgementsService } from '../../messages/receipts/acknowledgements.js';
import { Config } from '../../platform/config/config.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { ReactionNotificationsRepository } from '../reaction-notifications.repository.js';

class NotificationAcknowledgeRequest {
  @IdOrIds()
  notification_id!: string | string[];
}

/**
 * `notification.acknowledge`: the requester has seen these notifications. A notification of a message has the id of the
 * message and is handled like `message.acknowledged`: the message's sender is notified. One of a reaction is removed.
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
    private readonly policy: MessagePolicy,
    private readonly acknowledgements: AcknowledgementsService,
    private readonly reactions: ReactionNotificationsRepository,
    private readonly work: UnitOfWork,
    private readonly config: Config,
  ) {}

  async handle(request: NotificationAcknowledgeRequest, { actor }: EventContext): Promise<Answer> {
    const ids = bulkIds('notification_id', request.notification_id, this.config.limits.bulkIds);
    const grant = this.policy.mayAcknowledge(actor);
    const changed = await this.work.transaction((work) => this.acknowledge(work, grant, ids));
    return changed ? acknowledged(ids) : { ...acknowledged(ids), meta: { changed } };
  }

  /**
   * Messages with reactions to acknowledge are the user's own: they are never pending, and only locked with the others.
   */
  private async acknowledge(work: Work, grant: ReceiptGrant, ids: readonly string[]): Promise<boolean> {
    const reactions = await this.reactions.named(work.manager, grant, ids);
    const messageIds = [...ids, ...reactions.map(({ messageId }) => messageId)];
    const { changed } = await this.acknowledgements.acknowledgePending(work, grant, messageIds);
    const removed = reactions.length > 0 && (await this.reactions.remove(work.manager, grant, reactions));
    return changed || removed;
  }
}

const acknowledged = (ids: readonly string[]): ServerEvent<'notificationacknowledge.dispatch'> => ({
  eventType: 'notificationacknowledge.dispatch',
  data: { notification_id: ids },
});
