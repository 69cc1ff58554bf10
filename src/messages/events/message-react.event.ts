import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { ReactionChange } from '@parley/protocol';
import { emojiForm } from '@parley/protocol/text';
import { Choice, ClientEvent, Id, Optional, Text } from '@parley/realtime/requests';
import type { Actor, Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { Moderation } from '../../moderation/moderation.service.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import { Config } from '../../platform/config/config.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { MessageChange, NamedMessage } from '../changes/message-changes.js';
import { ReactionsRepository } from '../changes/reactions.repository.js';
import { reactionFault } from '../changes/reaction-fault.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { messageReacted } from '../message.frames.js';
import { MessageRooms } from '../message-rooms.js';
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

/** A request whose content has its one form. */
type GivenReaction = Required<Pick<MessageReactRequest, 'type' | 'message_id' | 'reaction_content'>> & {
  readonly room_id: string | null | undefined;
};

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
    private readonly moderation: Moderation,
    private readonly rooms: MessageRooms,
    private readonly memberships: MembershipCache,
    private readonly log: RoomLog,
    private readonly config: Config,
  ) {}

  async handle(given: MessageReactRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const { type, message_id, room_id } = given;
    const content = emojiForm(given.reaction_content);
    const request = { type, message_id, room_id, reaction_content: content };
    const named = { id: request.message_id.toLowerCase(), roomId: request.room_id };
    const permitted = type === 'add' ? await this.permitted(actor, named, request) : undefined;
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, work } = change;
      const grant = this.policy.mayChange('message.react', membership, [
        { id: message.id, senderId: message.sender.id },
      ]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      const present = await this.reactions.present(work.manager, grant);
      const isPresent = present !== undefined && emojiForm(present) === content;
      if (type === 'add' && isPresent) return messageReacted('add', message, actor.user.id);
      if (type === 'remove' && !isPresent) throw notFound('No such reaction.');
      const changeRecord = toChangeRecord(messageChangeTypes.reacted, { id: message.id, type, userId: actor.user.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      const createdAt = await this.write(permitted, change, grant, seq);
      const read = await change.changed();
      const changed = createdAt ? withReaction(read, { user: actor.user, content, createdAt }) : read;
      const frame = messageReacted(type, changed, actor.user.id, seq);
      await this.log.append(work, { roomId: change.roomId, seq, frame }, origin);
      return undefined;
    });
  }

  /** @throws Refusal 4003 for a reaction that is not allowed here */
  private async permitted(
    actor: Actor,
    named: NamedMessage,
    request: GivenReaction,
  ): Promise<Permitted<GivenReaction>> {
    const fault = reactionFault(request.reaction_content, this.config.reactions);
    if (fault !== undefined) throw invalid({ reaction_content: [fault] });
    const place = this.moderation.isActive ? (await this.rooms.of(actor, [named.id], named.roomId))[0] : undefined;
    const room = place && {
      id: place.roomId,
      type: (await this.memberships.find(actor.user.id, place.roomId)).room.type,
    };
    const where = { action: 'reaction', room: room ?? null, sender: actor.user } as const;
    // A reaction is what it says: it cannot be masked.
    return this.moderation.permit(where, request, {
      paths: [],
      fixed: [request.reaction_content],
      field: 'reaction_content',
    });
  }

  /** @returns the time of a reaction that was added */
  private async write(
    added: Permitted<GivenReaction> | undefined,
    { work: { manager } }: MessageChange,
    grant: MessageChangeGrant<'message.react'>,
    seq: number,
  ): Promise<Date | undefined> {
    if (!added) {
      await this.reactions.remove(manager, grant, seq);
      return undefined;
    }
    const createdAt = await this.reactions.put(manager, grant, added, seq);
    if (this.config.features.notifications) await this.reactions.notify(manager, grant);
    return createdAt;
  }
}
