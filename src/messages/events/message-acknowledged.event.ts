import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { ServerEvent } from '@parley/protocol';
import { ClientEvent, IdOrIds } from '@parley/realtime/inbound';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/inbound';
import { Dispatch } from '@parley/realtime/outbound';

import { Config } from '../../config/index.js';
import { UnitOfWork } from '../../database/index.js';
import { bulkIds } from '../bulk-ids.js';
import { grouped } from '../grouped.js';
import { HistoryRepository } from '../history.repository.js';
import { MessagePolicy } from '../message.policy.js';
import { toMessage } from '../message.view.js';
import type { StoredMessage } from '../message.view.js';
import { ReceiptsRepository } from '../receipts.repository.js';

class MessageAcknowledgedRequest {
  @IdOrIds()
  message_id!: string | string[];
}

/**
 * `message.acknowledged`: the asker has been given these messages, and is notified of them no more. Each sender who
 * is still in the room of a message hears which of theirs arrived, in one dispatch; the asker is answered with all of
 * them.
 *
 * What is not there, or not in a room of the asker's, is passed over as long as anything else was named.
 */
@Injectable()
@ClientEvent({
  name: 'message.acknowledged',
  summary: 'Acknowledges that messages have arrived.',
  request: MessageAcknowledgedRequest,
  speaks: ['messagedelivered.dispatch'],
})
export class MessageAcknowledgedEvent implements EventHandler<MessageAcknowledgedRequest> {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly receipts: ReceiptsRepository,
    private readonly history: HistoryRepository,
    private readonly work: UnitOfWork,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  async handle(request: MessageAcknowledgedRequest, { actor }: EventContext): Promise<Answer> {
    const ids = bulkIds(request.message_id, this.config.limits.bulkIds);
    const grant = this.policy.mayAcknowledge(actor);
    return this.work.run(async ({ manager, afterCommit }) => {
      const named = await this.receipts.named(manager, grant, ids);
      if (named.length === 0) throw notFound('No such message.');
      const { messageIds, cleared } = await this.receipts.write(manager, grant, 'delivered', named);
      const messages = await this.history.of(manager, messageIds);
      const stillThere = await this.receipts.ofMembers(manager, messageIds);
      afterCommit(() => {
        this.tellSenders(messages.filter(({ id }) => stillThere.has(id)));
      });
      const changed = messages.length > 0 || cleared;
      return changed ? delivered(messages) : { ...delivered(messages), meta: { changed } };
    });
  }

  private tellSenders(messages: readonly StoredMessage[]): void {
    for (const [senderId, sent] of grouped(messages, ({ sender }) => sender.id))
      this.dispatch.toUsers([senderId], delivered(sent));
  }
}

const delivered = (messages: readonly StoredMessage[]): ServerEvent<'messagedelivered.dispatch'> => ({
  eventType: 'messagedelivered.dispatch',
  data: messages.map(toMessage),
});
