import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { RoomChanges } from '../../rooms/room-changes.js';
import type { RoomChange } from '../../rooms/room-changes.js';
import { HistoryRepository } from '../history/history.repository.js';
import { MessageRooms } from '../message-rooms.repository.js';
import type { StoredMessage } from '../message.view.js';

/** A message that is being changed. Its room is locked, which excludes concurrent changes. */
export interface MessageChange extends RoomChange {
  /** The message before the change. */
  readonly message: StoredMessage;
  /** Reads the message after the change. */
  readonly changed: () => Promise<StoredMessage>;
}

/** The message that a request names. */
export interface NamedMessage {
  /** In lower case. */
  readonly id: string;
  /** If the request names the room too. */
  readonly roomId: string | null | undefined;
}

/** Changes of existing messages, by members of their rooms. */
@Injectable()
export class MessageChanges {
  constructor(
    private readonly messageRooms: MessageRooms,
    private readonly history: HistoryRepository,
    private readonly rooms: RoomChanges,
  ) {}

  /**
   * @throws Refusal 4004 if there is no such message in the room, and if the actor is not a member of it or does not see
   *   the message there
   */
  async ofOne<Result>(
    actor: Actor,
    { id, roomId: given }: NamedMessage,
    change: (change: MessageChange) => Promise<Result>,
  ): Promise<Result> {
    const [named] = await this.messageRooms.of(actor, [id], given);
    if (!named) throw noSuchMessage();
    return this.rooms.byMember(actor, named.roomId, async (room) => {
      const place = { roomId: room.roomId, userId: room.membership.userId };
      const read = async (): Promise<StoredMessage> => {
        const [message] = await this.history.byIds(room.work.manager, place, [id]);
        if (!message) throw noSuchMessage();
        return message;
      };
      return change({ ...room, message: await read(), changed: read });
    });
  }
}

const noSuchMessage = (): Refusal => notFound('No such message.');
