import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { commitTogether } from '../../../platform/database/distribution/mark.js';
import { DatabaseKind } from '../../../platform/database/distribution/database-kind.js';
import { statement } from '../../../platform/database/statement.js';
import { storedJsonText } from '../../../platform/database/stored-text.js';
import { Timers } from '../../../platform/timers/timers.js';
import type { TimerId } from '../../../platform/timers/timers.repository.js';
import type { NewPoll } from './poll.view.js';

/** The kind of the timers that end polls. */
export const POLL_END = 'poll_end';

/** The timer that ends the poll of a message. */
const pollEnd = (roomId: string, messageId: string): TimerId => ({
  kind: POLL_END,
  key: `${roomId} ${messageId}`,
});

/** A poll of a message that is being stored. */
export interface PlacedPoll {
  readonly roomId: string;
  readonly messageId: string;
  readonly poll: NewPoll;
}

/**
 * Stores the polls of new messages in the transaction of these, with the timers that end them. Raw SQL: the rows are
 * joined with their room, as those of messages are.
 */
@Injectable()
export class PollInsert {
  constructor(
    private readonly timers: Timers,
    private readonly kind: DatabaseKind,
  ) {}

  async insert(manager: EntityManager, polls: readonly PlacedPoll[]): Promise<void> {
    for (const { roomId, messageId, poll } of polls) {
      const { options, isMultiple, isAnonymous, closesAt } = poll;
      await INSERT.rows(manager, {
        room: roomId,
        message: messageId,
        options: storedJsonText(options),
        is_multiple: isMultiple,
        is_anonymous: isAnonymous,
        closes_at: closesAt,
      });
      if (!closesAt) continue;
      if (this.kind.isDistributed) await commitTogether(manager);
      // It is nobody's: the poll of a deleted user ends too.
      await this.timers.set({ manager }, { ...pollEnd(roomId, messageId), dueAt: closesAt });
    }
  }
}

const INSERT = statement('polls.insert', {
  parameters: {
    room: 'uuid',
    message: 'uuid',
    options: 'text',
    is_multiple: 'bool',
    is_anonymous: 'bool',
    closes_at: 'timestamptz | null',
  },
  columns: {},
  isPrepared: true,
  text: ({ room, message, options, is_multiple: isMultiple, is_anonymous: isAnonymous, closes_at: closesAt }) => `
    INSERT INTO polls (room_id, message_id, options, is_multiple, is_anonymous, closes_at)
    SELECT r.id, ${message}, ${options}, ${isMultiple}, ${isAnonymous}, ${closesAt} FROM rooms r WHERE r.id = ${room}`,
});
