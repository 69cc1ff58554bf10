import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { RoomChanges } from '../../rooms/room-changes.js';
import type { RoomChange } from '../../rooms/room-changes.js';
import { HistoryRepository } from '../history/history.repository.js';
import type { StoredMessage } from '../message.view.js';
import { MessageChangesRepository } from './message-changes.repository.js';

/** A message that is being changed. Its room is locked, which excludes concurrent changes. */
export interface MessageChange extends RoomChange {
  /** The message before the change. */
  readonly message: StoredMessage;
  /** Reads the message after the change. */
  readonly changed: () => Promise<StoredMessage>;
}

/** Changes of existing messages, by members of their rooms. */
@Injectable()
export class MessageChanges {
  constructor(
    private readonly repository: MessageChangesRepository,
    private readonly history: HistoryRepository,
    private readonly rooms: RoomChanges,
  ) {}

  /**
   * @param id in lower case
   * @throws Refusal 4004 if there is no such message, and if the actor is not a member of its room
   */
  async ofOne<Result>(actor: Actor, id: string, change: (change: MessageChange) => Promise<Result>): Promise<Result> {
    const [roomId = ''] = await this.roomsOf(actor, [id]);
    return this.rooms.byMember(actor, roomId, async (room) => {
      const read = async (): Promise<StoredMessage> => {
        const [message] = await this.history.byIds(room.work.manager, [id]);
        if (!message) throw notFound('No such message.');
        return message;
      };
      return change({ ...room, message: await read(), changed: read });
    });
  }

  /**
   * The rooms of these messages, without duplicates.
   * @throws Refusal 4004 if a message does not exist, and likewise if it is not in a room of the actor
   */
  async roomsOf({ user }: Actor, ids: readonly string[]): Promise<string[]> {
    const found = await this.repository.roomsOf(user.id, ids);
    if (found.length < ids.length) throw notFound('No such message.');
    return [...new Set(found)];
  }
}
