import { Injectable } from '@nestjs/common';
import type { HeldMessage } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { fitting } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import type { TimedPlace } from '../../../platform/pages/timed-place.js';
import type { PlacedId } from '../../rooms/among-rooms.js';
import { usersById } from '../../users/user.rows.js';
import type { HeldRow } from './held-message.entity.js';
import { toHeldMessage } from './held-message.frames.js';
import { HELD_COLUMNS } from './held-messages.repository.js';
import type { HeldPart } from './held-messages.repository.js';

interface Measured {
  readonly roomId: string;
  readonly messageId: string;
  readonly bytes: number;
}

const BEFORE_ALL: TimedPlace = { time: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const ROOMS = `
  SELECT message_id AS id, room_id AS "roomId" FROM held_messages WHERE message_id = ANY ($1) AND body IS NOT NULL`;

const OLDEST = `
  SELECT room_id AS "roomId", message_id AS "messageId", octet_length(body) AS bytes FROM held_messages
  WHERE body IS NOT NULL AND (held_at, message_id) > ($1::timestamptz, $2::uuid)
  ORDER BY held_at, message_id LIMIT $3`;

/** The rooms select the parts of a distributed database. */
const LISTED = `
  SELECT ${HELD_COLUMNS} FROM held_messages h
  WHERE h.room_id = ANY ($1) AND h.message_id = ANY ($2) AND h.body IS NOT NULL
  ORDER BY h.held_at, h.message_id`;

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
  rooms(messageIds: readonly string[]): Promise<PlacedId[]> {
    return this.source.query<PlacedId[]>(ROOMS, [messageIds]);
  }

  /** The oldest first. */
  async part(after: TimedPlace | undefined, limit: number): Promise<Pick<HeldPart, 'items' | 'end'>> {
    const { time, id } = after ?? BEFORE_ALL;
    const measured = await this.source.query<Measured[]>(OLDEST, [time, id, limit + 1]);
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

  private async rows(chosen: readonly Measured[]): Promise<HeldRow[]> {
    if (chosen.length === 0) return [];
    const ids = [chosen.map(({ roomId }) => roomId), chosen.map(({ messageId }) => messageId)];
    return this.source.query<HeldRow[]>(LISTED, ids);
  }
}

/** The first of them, as many as the bytes permit. The first is always read. */
function light(measured: readonly Measured[], mostBytes: number): readonly Measured[] {
  let left = mostBytes;
  const end = measured.findIndex(({ bytes }) => (left -= bytes) < 0);
  return end < 0 ? measured : measured.slice(0, Math.max(1, end));
}
