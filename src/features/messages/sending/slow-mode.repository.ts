import { Injectable } from '@nestjs/common';
import { tooFast } from '@parley/protocol';
import type { Refusal } from '@parley/protocol';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { grouped } from '../../../platform/collections/groups.js';
import { statement } from '../../../platform/database/statement.js';
import type { PlacesOf, Types, ValuesOf } from '../../../platform/database/statement.js';
import { SentTooFast } from './message-insert.js';
import type { NewMessage } from './message-insert.js';

/**
 * The times at which members have sent in rooms with slow mode. Raw SQL: the row and the clock decide in one statement.
 */
@Injectable()
export class SlowModeRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * For a message that is checked before it is stored: what its sender may not send yet need not be checked. Storing it
   * decides. A room without slow mode costs no statement.
   * @throws Refusal 4029 if the sender has to wait
   */
  async check(grant: NewMessage['grant']): Promise<void> {
    if (!isSlow(grant)) return;
    const { roomId, userId, slowModeSeconds } = grant;
    const row = await WAIT.row(this.source, { room: roomId, senders: [userId], seconds: slowModeSeconds });
    if (!row) return;
    this.putBack(roomId, [row]);
    throw waitFor(row.seconds);
  }

  /**
   * To be called in the transaction that has stored messages, and so has locked their rooms. A room without slow mode
   * costs no statement.
   * @param stored the ids of those that were stored
   * @throws SentTooFast with the messages whose senders have to wait
   */
  async take(manager: EntityManager, messages: readonly NewMessage[], stored: ReadonlySet<string>): Promise<void> {
    const slow = messages.filter(({ id, grant }) => isSlow(grant) && stored.has(id));
    const refused = new Map<string, Refusal>();
    for (const [roomId, sends] of grouped(slow, ({ grant }) => grant.roomId)) {
      await this.takeInRoom(manager, roomId, sends, refused);
    }
    if (refused.size > 0) throw new SentTooFast(refused);
  }

  /** In no transaction, because that of a refused message is rolled back. Another refusal tries it again. */
  private putBack(roomId: string, rows: readonly WaitRow[]): void {
    const ahead = rows.filter((row) => row.is_ahead).map(({ user_id }) => user_id);
    if (ahead.length > 0) PUT_BACK.changes(this.source, { room: roomId, senders: ahead }).catch(() => undefined);
  }

  private async takeInRoom(
    manager: EntityManager,
    roomId: string,
    sends: readonly NewMessage[],
    refused: Map<string, Refusal>,
  ): Promise<void> {
    const seconds = Math.max(...sends.map(({ grant }) => grant.slowModeSeconds));
    const bySender = grouped(sends, ({ grant }) => grant.userId);
    const senders = [...bySender.keys()];
    const taken = await TAKE.rows(manager, { room: roomId, senders, seconds });
    const mayGo = new Set(taken.map(({ user_id }) => user_id));
    const waits = new Map<number, number>();
    if (mayGo.size < senders.length) {
      const rows = await WAITS.rows(manager, { room: roomId, senders, seconds });
      for (const row of rows) waits.set(row.user_id, row.seconds);
      this.putBack(
        roomId,
        rows.filter(({ user_id }) => !mayGo.has(user_id)),
      );
    }
    for (const [sender, own] of bySender) {
      for (const { id } of own.slice(mayGo.has(sender) ? 1 : 0)) {
        refused.set(id, waitFor(waits.get(sender) ?? seconds));
      }
    }
  }
}

/** Whether the sender has to wait between messages. */
export const isSlow = ({ slowModeSeconds }: NewMessage['grant']): boolean => slowModeSeconds > 0;

const waitFor = (seconds: number): Refusal => tooFast('Slow mode: wait before you send again in this room.', seconds);

const SENDERS = { room: 'uuid', senders: 'int4[]', seconds: 'float8' } as const satisfies Types;

/** By the clock of the database: the room is locked, so the sends of all nodes and devices come one after the other. */
const TAKE = statement('slow_mode.take', {
  parameters: SENDERS,
  columns: { user_id: 'int4' },
  text: ({ room, senders, seconds }) => `
    UPDATE room_members SET last_sent_at = statement_timestamp()
    WHERE room_id = ${room} AND user_id = ANY (${senders})
      AND (last_sent_at IS NULL OR last_sent_at <= statement_timestamp() - ${seconds} * interval '1 second')
    RETURNING user_id`,
});

const WAIT_COLUMNS = {
  user_id: 'int4',
  seconds: 'int4',
  /** Whether the clock was put back since the last message. */
  is_ahead: 'bool',
} as const satisfies Types;

type WaitRow = ValuesOf<typeof WAIT_COLUMNS>;

const waits = ({ room, senders, seconds }: PlacesOf<typeof SENDERS>): string => `
  SELECT user_id,
    least(${seconds}, greatest(1, ceil(extract(epoch FROM last_sent_at - statement_timestamp())::float8 + ${seconds})))::int
      AS seconds,
    last_sent_at > statement_timestamp() AS is_ahead
  FROM room_members WHERE room_id = ${room} AND user_id = ANY (${senders})`;

const WAITS = statement('slow_mode.waits', { parameters: SENDERS, columns: WAIT_COLUMNS, text: waits });

const WAIT = statement('slow_mode.wait', {
  parameters: SENDERS,
  columns: WAIT_COLUMNS,
  text: (places) =>
    `${waits(places)} AND last_sent_at > statement_timestamp() - ${places.seconds} * interval '1 second'`,
});

/** A wait begins now, where its beginning is ahead. */
const PUT_BACK = statement('slow_mode.put_back', {
  parameters: { room: 'uuid', senders: 'int4[]' },
  columns: {},
  text: ({ room, senders }) => `
    UPDATE room_members SET last_sent_at = statement_timestamp()
    WHERE room_id = ${room} AND user_id = ANY (${senders}) AND last_sent_at > statement_timestamp()`,
});
