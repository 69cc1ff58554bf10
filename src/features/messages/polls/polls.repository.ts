import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { invalid } from '@parley/protocol';

import { statement } from '../../../platform/database/statement.js';
import { Message } from '../message.entity.js';
import type { MessageChangeGrant } from '../message.policy.js';
import type { StoredMessage } from '../message.view.js';
import { PollRow } from './poll.entity.js';
import { IS_CLOSED } from './poll.rows.js';
import type { StoredPoll } from './poll.view.js';

/** A poll whose time is over. Its room is locked. */
export interface DuePoll {
  readonly roomId: string;
  readonly messageId: string;
}

/** Writes votes, and ends polls. Raw SQL is what the clock of the database decides, and votes in one statement. */
@Injectable()
export class PollsRepository {
  /** Replaces the votes of the grant's user: an option that stays chosen keeps its time. */
  async vote(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'poll.vote'>,
    { options, seq }: { options: readonly number[]; seq: number },
  ): Promise<void> {
    const votes = { room: roomId, messages: messageIds, user: userId, options };
    await TAKE_BACK.changes(manager, votes);
    if (options.length > 0) await VOTE.rows(manager, votes);
    await this.changed(manager, roomId, messageIds, seq);
  }

  async close(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'poll.close'>,
    seq: number,
  ): Promise<void> {
    await this.end(manager, roomId, messageIds, seq);
  }

  /** @returns whether the poll is still to be ended: its message is not deleted, and nobody has closed it */
  async isDue(manager: EntityManager, { roomId, messageId }: DuePoll): Promise<boolean> {
    const rows = await DUE.rows(manager, { room: roomId, message: messageId });
    return rows.length > 0;
  }

  async endDue(manager: EntityManager, { roomId, messageId }: DuePoll, seq: number): Promise<void> {
    await this.end(manager, roomId, [messageId], seq);
  }

  private async end(manager: EntityManager, roomId: string, messageIds: readonly string[], seq: number): Promise<void> {
    await manager.update(PollRow, { roomId, messageId: Any(messageIds) }, { closedAt: () => NOW });
    await this.changed(manager, roomId, messageIds, seq);
  }

  private async changed(
    manager: EntityManager,
    roomId: string,
    messageIds: readonly string[],
    seq: number,
  ): Promise<void> {
    await manager.update(Message, { roomId, id: Any(messageIds) }, { changeSeq: seq });
  }
}

const NOW = "date_trunc('milliseconds', statement_timestamp())";

const VOTES = { room: 'uuid', messages: 'uuid[]', user: 'int4', options: 'int4[]' } as const;

const TAKE_BACK = statement('polls.take_back', {
  parameters: VOTES,
  columns: {},
  text: ({ room, messages, user, options }) => `
    DELETE FROM poll_votes
    WHERE room_id = ${room} AND message_id = ANY (${messages}) AND user_id = ${user} AND option <> ALL (${options}::int[])`,
});

const VOTE = statement('polls.vote', {
  parameters: VOTES,
  columns: {},
  text: ({ room, messages, user, options }) => `
    INSERT INTO poll_votes (room_id, message_id, user_id, option, voted_at)
    SELECT p.room_id, p.message_id, ${user}, new.option, ${NOW}
    FROM polls p CROSS JOIN unnest(${options}::int[]) AS new (option)
    WHERE p.room_id = ${room} AND p.message_id = ANY (${messages})
    ON CONFLICT DO NOTHING`,
});

const DUE = statement('polls.due', {
  parameters: { room: 'uuid', message: 'uuid' },
  columns: {},
  text: ({ room, message }) => `
    SELECT FROM polls p JOIN messages m ON m.room_id = ${room} AND m.id = p.message_id
    WHERE p.room_id = ${room} AND p.message_id = ${message} AND p.closed_at IS NULL AND ${IS_CLOSED} AND NOT m.is_deleted`,
});

/** The poll of a message. @throws Refusal 4003 without one, and if the message is deleted */
export function pollIn({ isDeleted, poll }: StoredMessage): StoredPoll {
  if (isDeleted) throw invalid({ message_id: ['The message is deleted.'] });
  if (!poll) throw invalid({ message_id: ['The message has no poll.'] });
  return poll;
}
