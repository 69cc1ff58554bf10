import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import { amongRooms } from '../rooms/among-rooms.js';
import type { NamedInRoom } from '../rooms/among-rooms.js';
import { isSeenBy } from './named-messages-sql.js';

/**
 * The rooms of the messages that a request names. A request that names the room spares this lookup, which is a question
 * to every part of a database that is divided by rooms. Raw SQL, because a message is found by the membership of its
 * room, without an entity of either.
 */
@Injectable()
export class MessageRooms {
  constructor(private readonly source: DataSource) {}

  /**
   * @param ids in lower case
   * @param given the room that the request names, if it does: it is not known whether the messages are there
   */
  async of(actor: Actor, ids: readonly string[], given: string | null | undefined): Promise<NamedInRoom[]> {
    return amongRooms(actor, ids, given, () => FIND.rows(this.source, { messages: ids, user: actor.user.id }));
  }
}

/** The messages among these that the user sees in one of their rooms. */
const FIND = statement('message_rooms.find', {
  parameters: { messages: 'uuid[]', user: 'int4' },
  columns: { id: 'uuid', roomId: 'uuid' },
  text: ({ messages, user }) => `
    SELECT m.id, m.room_id AS "roomId" FROM messages m WHERE m.id = ANY (${messages}) AND ${isSeenBy('m', user)}`,
});
