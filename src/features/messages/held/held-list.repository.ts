import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { HeldMessage } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { fitting } from '../../../platform/collections/list-bytes.js';
import { Limits } from '../../../platform/config/limits.settings.js';
import { outer, statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import type { TimedPlace } from '../../../platform/pages/timed-place.js';
import type { LedListGrant } from '../../rooms/room.policy.js';
import { usersById } from '../../users/user.rows.js';
import { toHeldMessage } from './held-message.frames.js';
import { HELD_COLUMNS, heldColumns } from './held.rows.js';
import type { HeldRow } from './held.rows.js';

/** A part of what is held in a room, the oldest first. */
export interface HeldPart {
  readonly items: readonly HeldMessage[];
  /** The place after which the next part begins; undefined: this is the last part. */
  readonly end: TimedPlace | undefined;
  /** Whether the part is shorter than requested because of its bytes. */
  readonly truncated: boolean;
}

/** What is held in a room. Raw SQL, because a part is bounded by its bytes before it is read. */
@Injectable()
export class HeldListRepository {
  private readonly answerBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.answerBytes = limits.answerBytes;
  }

  /**
   * A part of what is held in a room: for a leader all, for another member the own.
   * @throws Refusal 4004 if the requester is no longer a member
   */
  async part(
    { roomId, userId, mayLead }: LedListGrant,
    { after, limit }: { readonly after: TimedPlace | undefined; readonly limit: number },
  ): Promise<HeldPart> {
    const rows = await LIST.rows(this.source, {
      room: roomId,
      user: userId,
      mayLead,
      time: after?.time ?? null,
      after: after?.id ?? null,
      limit,
      most_bytes: this.answerBytes,
    });
    if (rows.length === 0) throw notFound('No such room.');
    // For an empty list the requester's own membership yields a row.
    const found = rows.filter(isHeldRow);
    const listed = found[0]?.listed ?? 0;
    const users = await usersById(
      this.source,
      found.map((row) => row.userId),
    );
    const named = found.flatMap((row) => {
      const sender = users.get(row.userId);
      return sender ? [toHeldMessage(row, sender)] : [];
    });
    const items = fitting(named, this.answerBytes);
    const last = found[items.length - 1];
    return {
      items,
      end: last && items.length < listed ? { time: last.heldAt, id: last.messageId } : undefined,
      truncated: items.length < Math.min(listed, limit),
    };
  }
}

/** For an empty list all columns are null. */
type ListedRow = RowOf<typeof LIST>;

const isHeldRow = (row: ListedRow): row is HeldRow & { readonly listed: number } => row.messageId !== null;

/** Of those that the limit permits, and one more, the first as many as their bytes permit. The first is always read. */
const LIST = statement('held.list', {
  parameters: {
    room: 'uuid',
    user: 'int4',
    mayLead: 'bool',
    time: 'timestamptz | null',
    after: 'uuid | null',
    limit: 'int4',
    most_bytes: 'int4',
  },
  columns: outer({ ...HELD_COLUMNS, listed: 'int4' }),
  isPrepared: true,
  text: ({ room, user, mayLead, time, after, limit, most_bytes: mostBytes }) => `
    SELECT part.* FROM room_members own LEFT JOIN LATERAL (
      SELECT ${heldColumns}, measured.listed FROM (
        SELECT named.message_id, (count(*) OVER ())::int AS listed, row_number() OVER places AS place,
          sum(named.bytes) OVER places AS bytes
        FROM (
          SELECT message_id, held_at, octet_length(body) AS bytes FROM held_messages
          WHERE room_id = ${room} AND body IS NOT NULL AND (${mayLead}::boolean AND own.role <> 'member' OR user_id = ${user})
            AND (${after}::uuid IS NULL OR (held_at, message_id) > (${time}::timestamptz, ${after}::uuid))
          ORDER BY held_at, message_id LIMIT ${limit}::int + 1
        ) named
        WINDOW places AS (ORDER BY named.held_at, named.message_id)
      ) measured JOIN held_messages h ON h.room_id = ${room} AND h.message_id = measured.message_id
      WHERE measured.place = 1 OR measured.place <= ${limit} AND measured.bytes <= ${mostBytes}::int
    ) part ON true
    WHERE own.room_id = ${room} AND own.user_id = ${user}
    ORDER BY part."heldAt", part."messageId"`,
});
