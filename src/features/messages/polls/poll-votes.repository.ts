import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { OwnVotes } from './poll.view.js';

/** A user who has voted in the poll of a message. */
interface Voter {
  readonly id: string;
  /** Undefined: nobody has. */
  readonly userId?: number;
}

interface VotesRow {
  readonly message_id: string;
  readonly user_id: number;
  readonly options: readonly number[];
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
        : await this.source.query<VotesRow[]>(VOTES, [roomId, voters.map(({ id }) => id), userIds]);
    const votes = new Map(rows.map((row) => [keyOf(row.message_id, row.user_id), row.options]));
    return ({ id, userId }) =>
      userId === undefined ? undefined : { userId, options: votes.get(keyOf(id, userId)) ?? [] };
  }
}

const keyOf = (messageId: string, userId: number): string => `${messageId} ${String(userId)}`;

const VOTES = `
  SELECT message_id, user_id, array_agg(option ORDER BY option) AS options FROM poll_votes
  WHERE room_id = $1 AND message_id = ANY ($2) AND user_id = ANY ($3) GROUP BY message_id, user_id`;
