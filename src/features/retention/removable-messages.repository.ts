import { Injectable } from '@nestjs/common';
import { Any, DataSource, MoreThan } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { inBatches } from '../../platform/async/in-batches.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { Attachment } from '../messages/attachments/attachment.entity.js';
import { Message } from '../messages/message.entity.js';

/** The number of rooms that one statement checks. */
const PAGE = 1_000;
/** The number of messages that one statement counts. */
const COUNTED = 10_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The oldest messages of a room from before a time. */
export interface OldMessages {
  readonly roomId: string;
  readonly before: Date;
  /** Their maximum number. */
  readonly most: number;
}

/**
 * Messages from before some time. The messages of a room have the order of their sequence numbers, so only the oldest
 * ones are checked: no statement reads more of a room than it returns or counts. Raw SQL for this reason.
 */
@Injectable()
export class OldMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** The time before which messages are older than an age, by the database's clock; 1970 at the earliest. */
  async timeBefore(seconds: number): Promise<Date> {
    return (await TIME_BEFORE.one(this.source, { seconds })).before;
  }

  /** The rooms that have such messages, without those that are held. */
  async *rooms(before: Date): AsyncGenerator<string> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rooms: readonly RowOf<typeof ROOMS>[] = await ROOMS.rows(this.source, { after, before, limit: PAGE });
      for (const { id, is_due } of rooms) if (is_due) yield id;
      after = rooms.length < PAGE ? undefined : rooms.at(-1)?.id;
    }
  }

  /** The ids of the oldest of these messages in a room, at most `most`. */
  async oldest(manager: EntityManager, { roomId, before, most }: OldMessages): Promise<string[]> {
    const rows = await OLDEST.rows(manager, { room: roomId, before, most });
    return rows.map(({ id }) => id);
  }

  /** The number of these messages in a room. */
  async count(roomId: string, before: Date): Promise<number> {
    let after = 0;
    return inBatches(COUNTED, async (most) => {
      const row = await COUNT.one(this.source, { room: roomId, before, after, most });
      after = row.last ?? after;
      return row.count;
    });
  }
}

/** The messages of one user, for the erasure of the user. OneToOneChats are excluded: they are deleted as a whole. */
@Injectable()
export class SentMessagesRepository {
  constructor(private readonly source: DataSource) {}

  /** Raw SQL, because the rooms are chosen by the rows of another table. */
  async rooms(senderId: number): Promise<string[]> {
    const rows = await ROOMS_OF_SENDER.rows(this.source, { sender: senderId });
    return rows.map(({ id }) => id);
  }

  /** The first messages of the user in a room above a sequence number, at most `most`. */
  async next(
    manager: EntityManager,
    { senderId, roomId, after, most }: { senderId: number; roomId: string; after: number; most: number },
  ): Promise<Pick<Message, 'id' | 'seq'>[]> {
    return manager.find(Message, {
      select: { id: true, seq: true },
      where: { roomId, senderId, seq: MoreThan(after) },
      order: { seq: 'ASC' },
      take: most,
    });
  }

  async countAttachments(manager: EntityManager, roomId: string, messageIds: readonly string[]): Promise<number> {
    return manager.countBy(Attachment, { roomId, messageId: Any(messageIds) });
  }
}

const TIME_BEFORE = statement('old_messages.time_before', {
  parameters: { seconds: 'float8' },
  columns: { before: 'timestamptz' },
  text: ({ seconds }) =>
    `SELECT to_timestamp(greatest(extract(epoch FROM now())::float8 - ${seconds}::float8, 0)) AS before`,
});

const ROOMS = statement('old_messages.rooms', {
  parameters: { after: 'uuid', before: 'timestamptz', limit: 'int8' },
  columns: { id: 'uuid', is_due: 'bool' },
  text: ({ after, before, limit }) => `
    SELECT r.id, coalesce(
      (SELECT created_at FROM messages WHERE room_id = r.id ORDER BY seq LIMIT 1)
        < ${before}, false) AS is_due
    FROM rooms r WHERE r.id > ${after} AND r.held_at IS NULL ORDER BY r.id LIMIT ${limit}`,
});

const OLDEST = statement('old_messages.oldest', {
  parameters: { room: 'uuid', before: 'timestamptz', most: 'int8' },
  columns: { id: 'uuid' },
  text: ({ room, before, most }) => `
    SELECT id FROM (SELECT id, created_at FROM messages WHERE room_id = ${room} ORDER BY seq LIMIT ${most}) oldest
    WHERE created_at < ${before}`,
});

const COUNT = statement('old_messages.count', {
  parameters: { room: 'uuid', before: 'timestamptz', after: 'int8', most: 'int8' },
  columns: { count: 'int4', last: 'int8 | null' },
  text: ({ room, before, after, most }) => `
    SELECT count(*)::int AS count, max(seq) AS last
    FROM (
      SELECT seq, created_at FROM messages WHERE room_id = ${room} AND seq > ${after} ORDER BY seq LIMIT ${most}) oldest
    WHERE created_at < ${before}`,
});

const ROOMS_OF_SENDER = statement('sent_messages.rooms', {
  parameters: { sender: 'int4' },
  columns: { id: 'uuid' },
  text: ({ sender }) => `
    SELECT r.id FROM rooms r WHERE r.pair_key IS NULL
      AND r.id IN (SELECT room_id FROM messages WHERE sender_id = ${sender})
    ORDER BY r.id`,
});
