import { Injectable } from '@nestjs/common';
import type { ServerEvent } from '@parley/protocol';
import { ClientEvent, Id, IdOrIds, Optional } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Limits } from '../../../platform/config/limits.settings.js';
import { bulkIds } from '../../rooms/among-rooms.js';
import { AcknowledgeNotifications } from '../acts/acknowledge-notifications.js';

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
  roomTokens: 'open',
  emits: ['notificationacknowledge.dispatch'],
})
export class NotificationAcknowledgeEvent implements EventHandler<NotificationAcknowledgeRequest> {
  constructor(
    private readonly act: AcknowledgeNotifications,
    private readonly limits: Limits,
  ) {}

  async handle(request: NotificationAcknowledgeRequest, context: EventContext): Promise<Answer> {
    const ids = bulkIds('notification_id', request.notification_id, this.limits.bulkIds);
    const changed = await this.act.acknowledge(context, ids, request.room_id);
    return changed ? acknowledged(ids) : { ...acknowledged(ids), meta: { changed } };
  }
}

const acknowledged = (ids: readonly string[]): ServerEvent<'notificationacknowledge.dispatch'> => ({
  eventType: 'notificationacknowledge.dispatch',
  data: { notification_id: ids },
});
