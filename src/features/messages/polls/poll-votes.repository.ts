import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import type { OwnVotes } from './poll.view.js';

/** A user who has voted in the poll of a message. */
interface Voter {
  readonly id: string;
  /** Undefined: nobody has. */
  readonly userId?: number;
}

/** The votes of single users, for replay: frames show them to nobody else. Raw SQL, because it lists them by user. */
@Injectable()
export class PollVotesRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns the present votes of each of these voters; undefined for nobody */
  async read(roomId: string, voters: readonly Voter[]): Promise<(voter: Voter) => OwnVotes | undefined> {
    const userIds = voters.flatMap(({ userId }) => userId ?? []);
    const rows =
      userIds.length === 0
        ? []
        : await VOTES.rows(this.source, { room: roomId, messages: voters.map(({ id }) => id), users: userIds });
    const votes = new Map(rows.map((row) => [keyOf(row.message_id, row.user_id), row.options]));
    return ({ id, userId }) =>
      userId === undefined ? undefined : { userId, options: votes.get(keyOf(id, userId)) ?? [] };
  }
}

const keyOf = (messageId: string, userId: number): string => `${messageId} ${String(userId)}`;

const VOTES = statement('poll_votes.of_users', {
  parameters: { room: 'uuid', messages: 'uuid[]', users: 'int4[]' },
  columns: { message_id: 'uuid', user_id: 'int4', options: 'int2[]' },
  text: ({ room, messages, users }) => `
    SELECT message_id, user_id, array_agg(option ORDER BY option) AS options FROM poll_votes
    WHERE room_id = ${room} AND message_id = ANY (${messages}) AND user_id = ANY (${users})
    GROUP BY message_id, user_id`,
});
