import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { partsOf } from '../../platform/collections/groups.js';
import { ROOMS_A_STATEMENT } from '../../platform/database/distribution/rooms-a-statement.js';
import { statement } from '../../platform/database/statement.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import { AllFeatures } from '../../platform/feature/feature.js';
import { messagesByRoom, sumOf } from '../people/deletion/messages-by-room.js';

/** The data of a user, counted by what a deletion of the user does to them. */
export interface UserHoldings {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Rooms that are deleted with the user: OneToOneChats, and rooms without other members. */
  readonly rooms_deleted: number;
  /** Of all users. */
  readonly messages_in_rooms_deleted: number;
  /** Rooms that continue without the user. */
  readonly rooms_left: number;
  /** Messages of the user in all other rooms: an erasure removes them, too. */
  readonly messages_elsewhere: number;
  /** Files of the user: those of messages that stay, stay too. */
  readonly files: number;
  readonly file_bytes: number;
}

type DeclaredCounts = Pick<UserHoldings, 'files' | 'file_bytes'>;
/**
 * Raw SQL, because it counts rows. Every count reads an index. A statement counts by room, and the counts are added here:
 * a room may be on another server than the next.
 */
@Injectable()
export class UserHoldingsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly features: AllFeatures,
  ) {}

  async of(id: number): Promise<UserHoldings> {
    const user = await NAME.one(this.source, { user: id });
    const rooms = await ROOMS.rows(this.source, { user: id });
    const ending = rooms.filter(({ ends }) => ends).map((room) => room.id);
    const ends = new Set(ending);
    const written = await messagesByRoom(this.source, id);
    return {
      id: user.id,
      username: user.username,
      first_name: textFromStored(user.first_name),
      last_name: textFromStored(user.last_name),
      rooms_deleted: ending.length,
      messages_in_rooms_deleted: await this.messagesIn(ending),
      rooms_left: rooms.length - ending.length,
      messages_elsewhere: sumOf(written.filter(({ room_id }) => !ends.has(room_id))),
      ...(await this.declared(id)),
    };
  }

  /** What features count of their own. */
  private async declared(userId: number): Promise<DeclaredCounts> {
    const counts = {};
    for (const { holdings } of this.features.personalData) {
      if (holdings === undefined) continue;
      const [row] = await this.source.query<[object]>(holdings, [userId]);
      Object.assign(counts, row);
    }
    return counts as DeclaredCounts;
  }

  private async messagesIn(roomIds: readonly string[]): Promise<number> {
    let messages = 0;
    for (const part of partsOf(roomIds, ROOMS_A_STATEMENT)) {
      messages += sumOf(await MESSAGES.rows(this.source, { rooms: part }));
    }
    return messages;
  }
}

const NAME = statement('user_holdings.name', {
  parameters: { user: 'int4' },
  columns: { id: 'int4', username: 'text', first_name: 'text', last_name: 'text' },
  text: ({ user }) => `SELECT id, username, first_name, last_name FROM users WHERE id = ${user}`,
});

const ROOMS = statement('user_holdings.rooms', {
  parameters: { user: 'int4' },
  columns: {
    id: 'uuid',
    /** Whether the room is deleted with the user. */
    ends: 'bool',
  },
  text: ({ user }) => `
    SELECT r.id, r.pair_key IS NOT NULL OR NOT EXISTS (
      SELECT FROM room_members other WHERE other.room_id = r.id AND other.user_id <> ${user}) AS ends
    FROM room_members m JOIN rooms r ON r.id = m.room_id WHERE m.user_id = ${user}
    UNION ALL
    SELECT id, true FROM rooms WHERE hidden_user_id = ${user}`,
});

const MESSAGES = statement('user_holdings.messages', {
  parameters: { rooms: 'uuid[]' },
  columns: { room_id: 'uuid', count: 'int4' },
  text: ({ rooms }) =>
    `SELECT room_id, count(*)::int AS count FROM messages WHERE room_id = ANY (${rooms}) GROUP BY room_id`,
});
