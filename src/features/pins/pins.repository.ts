import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { json, statement } from '../../platform/database/statement.js';
import type { RoomGrant } from '../rooms/room.policy.js';
import { Message } from '../messages/message.entity.js';
import type { MessageChangeGrant } from '../messages/message.policy.js';
import type { StoredMessage } from '../messages/message.view.js';
import { readPage } from '../messages/reading/message-page.js';
import { measuredColumn } from '../messages/reading/measured-messages.js';
import type { Measured } from '../messages/reading/measured-messages.js';

/** A part of the pinned messages of a room. */
export interface PinPart {
  readonly messages: readonly StoredMessage[];
  /** The number of the pin after which the list continues; undefined if no more messages follow. */
  readonly end: number | undefined;
  /** Whether it has fewer messages than were requested, because no more fit in an answer. */
  readonly truncated: boolean;
}

/** Reads and writes pins. Raw SQL is what counts up to a limit, and the list with its sizes. */
@Injectable()
export class PinsRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /** Whether a locked room has this many pinned messages. */
  async hasAsMany(manager: EntityManager, roomId: string, most: number): Promise<boolean> {
    const rows = await COUNTED.rows(manager, { room: roomId, most });
    return rows.length >= most;
  }

  async pin(
    manager: EntityManager,
    { userId, roomId, messageIds }: MessageChangeGrant<'message.pin'>,
    seq: number,
  ): Promise<void> {
    await manager.update(
      Message,
      { id: Any(messageIds), roomId },
      { changeSeq: seq, pinnedSeq: seq, pinnedBy: userId, pinnedAt: () => NOW },
    );
  }

  async unpin(
    manager: EntityManager,
    { roomId, messageIds }: MessageChangeGrant<'message.pin'>,
    seq: number,
  ): Promise<void> {
    await manager.update(
      Message,
      { id: Any(messageIds), roomId },
      { changeSeq: seq, pinnedSeq: null, pinnedBy: null, pinnedAt: null },
    );
  }

  /**
   * The pinned messages of a room that the user may see, the newest pin first.
   * @param after the number of the last pin of the page before
   */
  async list(
    { userId, roomId }: RoomGrant<'room.read'>,
    limit: number,
    after = Number.MAX_SAFE_INTEGER,
  ): Promise<PinPart> {
    const found = await LIST.rows(this.source, { room: roomId, user: userId, before: after, limit: limit + 1 });
    const asked = found.slice(0, limit);
    const page = await readPage(this.source, asked, { userId, sees: 'history' }, { mostBytes: this.mostBytes });
    return {
      // A message may have been unpinned since it was listed.
      messages: page.rows.flatMap(({ message }) => (message?.pin && !message.isDeleted ? message : [])),
      end: page.rows.length < found.length ? page.rows.at(-1)?.row.pinned_seq : undefined,
      truncated: page.rows.length < asked.length,
    };
  }
}

const NOW = "date_trunc('milliseconds', statement_timestamp())";

const COUNTED = statement('pins.counted', {
  parameters: { room: 'uuid', most: 'int8' },
  columns: {},
  isPrepared: true,
  text: ({ room, most }) => `
    SELECT FROM messages WHERE room_id = ${room} AND pinned_seq IS NOT NULL ORDER BY pinned_seq LIMIT ${most}`,
});

/**
 * The pins are found before it is asked which of them the user sees: the condition on the numbers of messages would
 * permit another index, by which PostgreSQL might read the whole room.
 */
const LIST = statement('pins.list', {
  parameters: { room: 'uuid', user: 'int4', before: 'int8', limit: 'int8' },
  columns: { room_id: 'uuid', message_id: 'uuid', pinned_seq: 'int8 not null', measured: json<Measured | null>() },
  isPrepared: true,
  text: ({ room, user, before, limit }) => `
    SELECT n.*, ${measuredColumn('n', room)} FROM (
      SELECT p.room_id, p.id AS message_id, p.pinned_seq FROM (
        SELECT room_id, id, seq, pinned_seq FROM messages
        WHERE room_id = ${room} AND pinned_seq IS NOT NULL AND pinned_seq < ${before}
        ORDER BY pinned_seq DESC OFFSET 0) p
      WHERE p.seq > (SELECT history_seq FROM room_members WHERE room_id = ${room} AND user_id = ${user})
      ORDER BY p.pinned_seq DESC LIMIT ${limit}) n
    ORDER BY n.pinned_seq DESC`,
});
