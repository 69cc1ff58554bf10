import { Injectable } from '@nestjs/common';
import { conflict, invalid, notFound } from '@parley/protocol';
import type { ReactionChange } from '@parley/protocol';
import { emojiForm, isEmoji, isVisible } from '@parley/protocol/text';
import type { Actor, Answer, EventContext } from '@parley/realtime/requests';

import { Moderation } from '../../moderation/moderation.service.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import { MessageSettings } from '../message.settings.js';
import type { Reactions } from '../message.settings.js';
import { NotificationSettings } from '../../notification-levels/notification.settings.js';
import { toChangeRecord } from '../../rooms/change-log/change-record.js';
import { RoomLog } from '../../rooms/change-log/room-log.js';
import { MembershipCache } from '../../rooms/membership/membership-cache.js';
import { MessageChanges } from '../changes/message-changes.js';
import type { MessageChange, NamedMessage } from '../changes/message-changes.js';
import { ReactionsRepository } from '../changes/reactions.repository.js';
import type { OwnReaction } from '../changes/reactions.repository.js';
import { messageChangeTypes } from '../history/message-event-replayer.js';
import { messageReacted } from '../message.frames.js';
import { MessageRooms } from '../message-rooms.repository.js';
import { MessagePolicy } from '../message.policy.js';
import type { MessageChangeGrant } from '../message.policy.js';
import { withReaction } from '../message.view.js';

/** A reaction whose content has its one form. */
interface GivenReaction {
  readonly reaction_content: string;
}

/** Where a reaction is written, and what the user keeps beside it. */
interface ReactionPlace {
  readonly grant: MessageChangeGrant<'message.react'>;
  readonly others: readonly OwnReaction[];
  readonly seq: number;
}

/**
 * Adds or removes a reaction of a member to a message, and notifies the members of the room. Where a member may have one
 * reaction, it replaces what the member has. The message's sender gets a pending notification of the reaction.
 */
@Injectable()
export class ReactToMessage {
  constructor(
    private readonly changes: MessageChanges,
    private readonly policy: MessagePolicy,
    private readonly reactions: ReactionsRepository,
    private readonly moderation: Moderation,
    private readonly rooms: MessageRooms,
    private readonly memberships: MembershipCache,
    private readonly log: RoomLog,
    private readonly messageSettings: MessageSettings,
    private readonly notificationSettings: NotificationSettings,
  ) {}

  /**
   * @returns the answer if the reaction is there already
   * @throws Refusal 4002, 4003 for a deleted message and for a reaction that is not allowed here, 4004, 4005 if there are
   *   too many
   */
  async react(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    named: NamedMessage,
    type: ReactionChange['type'],
    reaction: string,
  ): Promise<Answer | undefined> {
    const content = emojiForm(reaction);
    const permitted = type === 'add' ? await this.permitted(actor, named, { reaction_content: content }) : undefined;
    return this.changes.ofOne(actor, named, async (change) => {
      const { message, membership, work } = change;
      const grant = this.policy.mayChange('message.react', membership, [
        { id: message.id, senderId: message.sender.id },
      ]);
      if (message.isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
      const present = await this.reactions.present(work.manager, grant);
      const left = present.filter((each) => emojiForm(each.content) !== content);
      const isPresent = left.length < present.length;
      if (type === 'add' && isPresent) return messageReacted('add', message, actor.user.id);
      if (type === 'remove' && !isPresent) throw notFound('No such reaction.');
      const others = type === 'remove' ? left : await this.keptBeside(change, grant, present, content);
      const changeRecord = toChangeRecord(messageChangeTypes.reacted, { id: message.id, type, userId: actor.user.id });
      const seq = await change.takeNumber({ changeRecord, audited: [] });
      const createdAt = await this.write(permitted, change, { grant, others, seq });
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
    reaction: GivenReaction,
  ): Promise<Permitted<GivenReaction>> {
    const fault = reactionFault(reaction.reaction_content, this.messageSettings.reactions);
    if (fault !== undefined) throw invalid({ reaction_content: [fault] });
    const place = this.moderation.isActive ? (await this.rooms.of(actor, [named.id], named.roomId))[0] : undefined;
    const room = place && {
      id: place.roomId,
      type: (await this.memberships.find(actor, place.roomId)).room.type,
    };
    const where = { action: 'reaction', room: room ?? null, sender: actor.user } as const;
    // A reaction is what it says: it cannot be masked.
    return this.moderation.permit(where, reaction, {
      paths: [],
      fixed: [reaction.reaction_content],
      field: 'reaction_content',
    });
  }

  /** @returns the time of a reaction that was added */
  private async write(
    added: Permitted<GivenReaction> | undefined,
    { work: { manager } }: MessageChange,
    { grant, others, seq }: ReactionPlace,
  ): Promise<Date | undefined> {
    if (!added) {
      await this.reactions.remove(manager, grant, others, seq);
      return undefined;
    }
    const createdAt = await this.reactions[others.length > 0 ? 'add' : 'put'](manager, grant, added, seq);
    if (createdAt && this.notificationSettings.enabled) await this.reactions.notify(manager, grant, createdAt);
    return createdAt;
  }

  /**
   * @returns what the user keeps of the present reactions beside a new one
   * @throws Refusal 4005 if the user or the message would have too many
   */
  private async keptBeside(
    { room, work: { manager } }: MessageChange,
    grant: MessageChangeGrant<'message.react'>,
    present: readonly OwnReaction[],
    content: string,
  ): Promise<readonly OwnReaction[]> {
    if (room.reactions === 'one') return [];
    const { reactionsPerUser, reactionKinds } = this.messageSettings;
    if (present.length >= reactionsPerUser) {
      throw conflict(`A user may have at most ${String(reactionsPerUser)} reactions to a message.`);
    }
    const kinds = await this.reactions.kinds(manager, grant, content);
    if (!kinds.has && kinds.count >= reactionKinds) {
      throw conflict(`A message may have at most ${String(reactionKinds)} different reactions.`);
    }
    return present;
  }
}

/** @returns why a reaction cannot be made, or the deployment does not allow it; undefined: it does */
export function reactionFault(content: string, allowed: Reactions): string | undefined {
  if (!isVisible(content)) return 'Must not be blank.';
  if (allowed === 'any') return undefined;
  if (allowed === 'emoji') return isEmoji(content) ? undefined : 'Must be one emoji.';
  const isAllowed = allowed.some((each) => emojiForm(each) === emojiForm(content));
  return isAllowed ? undefined : `Must be one of ${allowed.join(' ')}.`;
}
