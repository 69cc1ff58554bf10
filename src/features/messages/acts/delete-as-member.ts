import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Actor, Answer, EventContext } from '@parley/realtime/requests';

import type { NamedInRoom } from '../../rooms/among-rooms.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import type { Deletable } from '../changes/message-changes.repository.js';
import { messagesDeleted } from '../message.frames.js';
import { MessagePolicy } from '../message.policy.js';
import { MessageRooms } from '../message-rooms.repository.js';
import { DeleteMessages } from './delete-messages.js';

/** The deletion of messages by a member of their room: own ones, or those of others as a leader. */
@Injectable()
export class DeleteAsMember {
  constructor(
    private readonly messageRooms: MessageRooms,
    private readonly rooms: RoomChanges,
    private readonly policy: MessagePolicy,
    private readonly deletion: DeleteMessages,
  ) {}

  /**
   * @param ids in lower case, without duplicates
   * @param given the room that the request names, if it does
   * @returns the answer if all of them are deleted already
   * @throws Refusal 4002, 4003 for messages of several rooms, 4004
   */
  async delete(
    { actor, origin }: Pick<EventContext, 'actor' | 'origin'>,
    ids: readonly string[],
    given: string | null | undefined,
  ): Promise<Answer | undefined> {
    const { roomId } = await this.roomOf(actor, ids, given);
    return this.rooms.byMember(actor, roomId, async (change) => {
      const { membership } = change;
      const messages = await this.deletion.lock(change, ids, actor.user.id);
      if (messages.length < ids.length) throw notFound('No such message.');
      this.policy.mayChange('message.delete', membership, messages);
      const left = messages.filter(({ isDeleted }) => !isDeleted);
      const grant = this.policy.mayChange('message.delete', membership, inOrderOf(ids, left));
      if (left.length === 0) return messagesDeleted({ roomId, ids });
      const audited = left
        .filter(({ senderId }) => senderId !== actor.user.id)
        .map(({ id, senderId }) => ({ action: 'message.delete', subjectId: senderId, details: { message_id: id } }));
      await this.deletion.delete(change, { grant, messages: left, audited, origin });
      return undefined;
    });
  }

  private async roomOf(actor: Actor, ids: readonly string[], given: string | null | undefined): Promise<NamedInRoom> {
    const named = await this.messageRooms.of(actor, ids, given);
    const [room] = named;
    if (!room || named.flatMap((inRoom) => inRoom.ids).length < ids.length) throw notFound('No such message.');
    if (named.length > 1) throw invalid({ message_id: ['Must be messages of one room.'] });
    return room;
  }
}

const inOrderOf = (ids: readonly string[], messages: readonly Deletable[]): Deletable[] =>
  ids.flatMap((id) => messages.find((message) => message.id === id) ?? []);
