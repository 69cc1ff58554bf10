import { Injectable } from '@nestjs/common';
import type { HeldMessage } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { fitting } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import type { TimedPlace } from '../../../platform/pages/timed-place.js';
import type { PlacedId } from '../../rooms/among-rooms.js';
import { usersById } from '../../users/user.rows.js';
import type { HeldPart } from './held-list.repository.js';
import { toHeldMessage } from './held-message.frames.js';
import { HELD_COLUMNS, heldColumns } from './held.rows.js';
import type { HeldRow } from './held.rows.js';

const BEFORE_ALL: TimedPlace = { time: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/**
 * The held messages and edits of the whole deployment, for its moderators. Raw SQL: a part is bounded by its bytes
 * before it is read.
 */
@Injectable()
export class HeldOfAllRoomsRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.answerBytes = limits.answerBytes;
  }

  /** The rooms of those of these messages that are held. */
  rooms(messageIds: readonly string[]): Promise<readonly PlacedId[]> {
    return ROOMS.rows(this.source, { messages: messageIds });
  }

  /** The oldest first. */
  async part(after: TimedPlace | undefined, limit: number): Promise<Pick<HeldPart, 'items' | 'end'>> {
    const { time, id } = after ?? BEFORE_ALL;
    const measured = await OLDEST.rows(this.source, { time, after: id, limit: limit + 1 });
    const chosen = light(measured.slice(0, limit), this.answerBytes);
    const found = await this.rows(chosen);
    const users = await usersById(
      this.source,
      found.map(({ userId }) => userId),
    );
    const named = found.flatMap((row) => {
      const sender = users.get(row.userId);
      return sender ? [toHeldMessage(row, sender)] : [];
    });
    const items: readonly HeldMessage[] = fitting(named, this.answerBytes);
    const last = found[items.length - 1];
    return {
      items,
      end: last && items.length < measured.length ? { time: last.heldAt, id: last.messageId } : undefined,
    };
  }

  private async rows(chosen: readonly Measured[]): Promise<readonly HeldRow[]> {
    if (chosen.length === 0) return [];
    return LISTED.rows(this.source, {
      rooms: chosen.map(({ roomId }) => roomId),
      messages: chosen.map(({ messageId }) => messageId),
    });
  }
}

type Measured = RowOf<typeof OLDEST>;

/** The first of them, as many as the bytes permit. The first is always read. */
function light(measured: readonly Measured[], mostBytes: number): readonly Measured[] {
  let left = mostBytes;
  const end = measured.findIndex(({ bytes }) => (left -= bytes) < 0);
  return end < 0 ? measured : measured.slice(0, Math.max(1, end));
}

const ROOMS = statement('held_of_all_rooms.rooms', {
  parameters: { messages: 'uuid[]' },
  columns: { id: 'uuid', roomId: 'uuid' },
  text: ({ messages }) => `
    SELECT message_id AS id, room_id AS "roomId" FROM held_messages
    WHERE message_id = ANY (${messages}) AND body IS NOT NULL`,
});

const OLDEST = statement('held_of_all_rooms.oldest', {
  parameters: { time: 'timestamptz', after: 'uuid', limit: 'int8' },
  columns: { roomId: 'uuid', messageId: 'uuid', bytes: 'int4' },
  text: ({ time, after, limit }) => `
    SELECT room_id AS "roomId", message_id AS "messageId", octet_length(body) AS bytes FROM held_messages
    WHERE body IS NOT NULL AND (held_at, message_id) > (${time}::timestamptz, ${after}::uuid)
    ORDER BY held_at, message_id LIMIT ${limit}`,
});

/** The rooms select the parts of a distributed database. */
const LISTED = statement('held_of_all_rooms.listed', {
  parameters: { rooms: 'uuid[]', messages: 'uuid[]' },
  columns: HELD_COLUMNS,
  text: ({ rooms, messages }) => `
    SELECT ${heldColumns} FROM held_messages h
    WHERE h.room_id = ANY (${rooms}) AND h.message_id = ANY (${messages}) AND h.body IS NOT NULL
    ORDER BY h.held_at, h.message_id`,
});
