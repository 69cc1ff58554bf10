import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { ReactionChange } from '@parley/protocol';
import { Choice, ClientEvent, Id, Optional, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';
import { Dispatch } from '@parley/realtime/dispatch';

import { Config } from '../../platform/config/config.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { MessageChange } from '../changes/message-changes.js';
import { ReactionsRepository } from '../changes/reactions.repository.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { messageReacted } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { withReaction } from '../message.view.js';

const LONGEST_REACTION = 64;

class MessageReactRequest {
  @Choice(['add', 'remove'])
  type!: ReactionChange['type'];

  @Id()
  message_id!: string;

  /** The room of the message. */
  @Optional()
  @Id()
  room_id?: string | null;

  @Text({ min: 1, max: LONGEST_REACTION })
  reaction_content!: string;
}

/**
 * `message.react`: sets or removes the requester's reaction to a message, of which there is at most one, and notifies
 * the members of the room. The message's sender gets a pending notification of the reaction.
 */
@Injectable()
@ClientEvent({
  name: 'message.react',
  summary: 'Adds a reaction to a message, or removes it.',
  request: MessageReactRequest,
  emits: ['reaction.dispatch'],
})
export class MessageReactEvent implements EventHandler<MessageReactRequest> {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly reactions: ReactionsRepository,
    private readonly dispatch: Dispatch,
    private readonly config: Config,
  ) {}

  handle(request: MessageReactRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const { type, reaction_content: content } = request;
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, work } = change;
      const grant = this.policy.mayChange('message.react', membership, [
        { id: message.id, senderId: message.sender.id },
      ]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      const present = await this.reactions.present(work.manager, grant);
      if (type === 'add' && present === content) return messageReacted('add', message, actor.user.id);
      if (type === 'remove' && present !== content) throw notFound('No such reaction.');
      const changeRecord = toChangeRecord(messageChangeTypes.reacted, { id: message.id, type, userId: actor.user.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      const createdAt = await this.write(request, change, grant, seq);
      const read = await change.changed();
      const changed = createdAt ? withReaction(read, { user: actor.user, content, createdAt }) : read;
      const frame = messageReacted(type, changed, actor.user.id, seq);
      work.afterCommit(() => this.dispatch.append({ roomId: change.roomId, seq, frame }, origin));
      return undefined;
    });
  }

  /** @returns the time of a reaction that was added */
  private async write(
    { type, reaction_content: content }: MessageReactRequest,
    { work: { manager } }: MessageChange,
    grant: MessageChangeGrant<'message.react'>,
    seq: number,
  ): Promise<Date | undefined> {
    if (type === 'remove') {
      await this.reactions.remove(manager, grant, seq);
      return undefined;
    }
    const createdAt = await this.reactions.put(manager, grant, { content, seq });
    if (this.config.features.notifications) await this.reactions.notify(manager, grant);
    return createdAt;
  }
}
