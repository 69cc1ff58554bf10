import { Injectable } from '@nestjs/common';
import type { SavedMessage } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { readPage } from '../messages/reading/message-page.js';
import type { PageLimit } from '../messages/reading/message-page.js';
import { measureMessages } from '../messages/reading/measured-messages.js';
import type { MeasuredRow } from '../messages/reading/measured-messages.js';
import { SHORT_MESSAGE_BYTES } from '../messages/short-message-cut.js';
import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import type { TimedPlace } from '../../platform/pages/timed-place.js';
import type { QuerySource } from '../../platform/database/query.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { SavedMessageRow } from './saved-message.entity.js';
import type { SavedRow } from './saved-message.entity.js';
import { toSavedMessage } from './saved-message.view.js';
import type { OwnSavedGrant, SaveGrant } from './saved-message.policy.js';

/** A reminder that is due, and the present time. */
export type TakenReminder = RowOf<typeof TAKE_REMINDER>;

/** A part of the list, newest first. */
export interface SavedPart {
  readonly items: readonly SavedMessage[];
  /** The place after which the next part begins; undefined: this is the last part. */
  readonly end: TimedPlace | undefined;
  /** Whether the part is shorter than requested because of its bytes. */
  readonly truncated: boolean;
}

type ListedRow = RowOf<typeof LISTED>;

/**
 * The saved messages of users. Raw SQL: rows are locked with their user, and messages are measured before they are
 * read.
 */
@Injectable()
export class SavedMessagesRepository {
  private readonly limit: PageLimit<ListedRow & MeasuredRow>;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.limit = { mostBytes: listBytes(limits.answerBytes), mostBytesOfFirst: SHORT_MESSAGE_BYTES };
  }

  /**
   * Serialises the changes of a user until the transaction ends. @returns whether a moment is ahead, by the clock of
   * the database
   */
  async lockUser(manager: EntityManager, userId: number, moment: Date | undefined): Promise<boolean> {
    const row = await LOCK_USER.row(manager, { user: userId, moment: moment ?? null });
    return row?.isAhead === true;
  }

  async find(manager: EntityManager, userId: number, messageId: string): Promise<SavedRow | undefined> {
    return FIND.row(manager, { user: userId, message: messageId });
  }

  /** The number of the user's saved messages. The caller has locked the user. */
  async count(manager: EntityManager, userId: number): Promise<number> {
    return manager.countBy(SavedMessageRow, { userId });
  }

  /** @param remindAt undefined: as before, or none */
  async put(
    manager: EntityManager,
    { userId, messageId, roomId }: SaveGrant,
    remindAt: Date | null | undefined,
  ): Promise<SavedRow> {
    return PUT.one(manager, {
      user: userId,
      message: messageId,
      room: roomId,
      remind_at: remindAt ?? null,
      sets_reminder: remindAt !== undefined,
    });
  }

  async remove(manager: EntityManager, userId: number, messageId: string): Promise<void> {
    await manager.delete(SavedMessageRow, { userId, messageId });
  }

  /** Ends a reminder that is due. @returns undefined if there is none */
  async takeReminder(manager: EntityManager, userId: number, messageId: string): Promise<TakenReminder | undefined> {
    return TAKE_REMINDER.row(manager, { user: userId, message: messageId });
  }

  /** The items of these messages, as far as they are saved, by their ids. */
  async named(source: QuerySource, userId: number, messageIds: readonly string[]): Promise<Map<string, SavedMessage>> {
    const rows = await NAMED.rows(source, { user: userId, messages: messageIds });
    const items = new Map<string, SavedMessage>();
    for (let at = 0; at < rows.length; at = items.size) {
      for (const [row, item] of await this.shown(source, userId, rows.slice(at))) items.set(row.messageId, item);
    }
    return items;
  }

  /** A part of the list of a user, of the number and the bytes of one answer. */
  async part(
    { userId }: Pick<OwnSavedGrant, 'userId'>,
    { after, limit }: { readonly after: TimedPlace | undefined; readonly limit: number },
    source: QuerySource = this.source,
  ): Promise<SavedPart> {
    const rows = await LISTED.rows(source, {
      user: userId,
      time: after?.time ?? null,
      after: after?.id ?? null,
      limit: limit + 1,
    });
    const asked = rows.slice(0, limit);
    const shown = await this.shown(source, userId, asked);
    const isAll = shown.length === rows.length;
    const last = shown.at(-1)?.[0];
    return {
      items: shown.map(([, item]) => item),
      end: isAll || !last ? undefined : { time: last.savedAt, id: last.messageId },
      truncated: shown.length < asked.length,
    };
  }

  /** The first of these items, as many as fit: their messages are read together, and sent shortened. */
  private async shown(
    source: QuerySource,
    userId: number,
    rows: readonly ListedRow[],
  ): Promise<(readonly [ListedRow, SavedMessage])[]> {
    const measured = await measureMessages(source, rows);
    const page = await readPage(source, measured, { userId, sees: 'history' }, this.limit);
    return page.rows.map(({ row, message }) => [row, toSavedMessage(row, message)] as const);
  }
}

const SAVED = { roomId: 'uuid', messageId: 'uuid', savedAt: 'timestamptz', remindAt: 'timestamptz | null' } as const;
const COLUMNS =
  's.room_id AS "roomId", s.message_id AS "messageId", s.saved_at AS "savedAt", s.remind_at AS "remindAt"';

const NAMING = { ...SAVED, room_id: 'uuid', message_id: 'uuid' } as const;
const NAMING_COLUMNS = `${COLUMNS}, s.room_id, s.message_id`;

const LOCK_USER = statement('saved_messages.lock_user', {
  parameters: { user: 'int4', moment: 'timestamptz | null' },
  columns: { isAhead: 'bool | null' },
  isPrepared: true,
  text: ({ user, moment }) => `
    SELECT ${moment}::timestamptz > statement_timestamp() AS "isAhead" FROM users WHERE id = ${user} FOR NO KEY UPDATE`,
});

const FIND = statement('saved_messages.find', {
  parameters: { user: 'int4', message: 'uuid' },
  columns: SAVED,
  isPrepared: true,
  text: ({ user, message }) =>
    `SELECT ${COLUMNS} FROM saved_messages s WHERE s.user_id = ${user} AND s.message_id = ${message}`,
});

/** Times of the database with milliseconds, as clients receive them: a cursor has the time of its item. */
const PUT = statement('saved_messages.put', {
  parameters: {
    user: 'int4',
    message: 'uuid',
    room: 'uuid',
    remind_at: 'timestamptz | null',
    sets_reminder: 'bool',
  },
  columns: SAVED,
  isPrepared: true,
  text: ({ user, message, room, remind_at: remindAt, sets_reminder: setsReminder }) => `
    INSERT INTO saved_messages AS s (user_id, message_id, room_id, saved_at, remind_at)
    VALUES (${user}, ${message}, ${room}, date_trunc('milliseconds', statement_timestamp()), ${remindAt})
    ON CONFLICT (user_id, message_id) DO UPDATE
      SET remind_at = CASE WHEN ${setsReminder} THEN excluded.remind_at ELSE s.remind_at END
    RETURNING ${COLUMNS}`,
});

const TAKE_REMINDER = statement('saved_messages.take_reminder', {
  parameters: { user: 'int4', message: 'uuid' },
  columns: { roomId: 'uuid', messageId: 'uuid', takenAt: 'timestamptz' },
  isPrepared: true,
  text: ({ user, message }) => `
    UPDATE saved_messages s SET remind_at = NULL
    WHERE s.user_id = ${user} AND s.message_id = ${message} AND s.remind_at <= statement_timestamp()
    RETURNING s.room_id AS "roomId", s.message_id AS "messageId",
      date_trunc('milliseconds', statement_timestamp()) AS "takenAt"`,
});

const NAMED = statement('saved_messages.named', {
  parameters: { user: 'int4', messages: 'uuid[]' },
  columns: NAMING,
  isPrepared: true,
  text: ({ user, messages }) => `
    SELECT ${NAMING_COLUMNS} FROM saved_messages s WHERE s.user_id = ${user} AND s.message_id = ANY (${messages})`,
});

const LISTED = statement('saved_messages.listed', {
  parameters: { user: 'int4', time: 'timestamptz | null', after: 'uuid | null', limit: 'int8' },
  columns: NAMING,
  isPrepared: true,
  text: ({ user, time, after, limit }) => `
    SELECT ${NAMING_COLUMNS} FROM saved_messages s
    WHERE s.user_id = ${user}
      AND (${after}::uuid IS NULL OR (s.saved_at, s.message_id) < (${time}::timestamptz, ${after}::uuid))
    ORDER BY s.saved_at DESC, s.message_id DESC LIMIT ${limit}`,
});
