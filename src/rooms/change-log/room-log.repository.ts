import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import { jsonFromStored } from '../../platform/database/stored-text.js';
import type { NumberedChangeRecord } from './change-record.js';

/** A range of a room's change log: the numbers above `after`, up to `upTo`. */
export interface LogPart {
  readonly roomId: string;
  readonly after: number;
  readonly upTo: number;
}

const KEPT = '1 day';

const HEADS = prepared(
  `SELECT r.id, r.last_seq
   FROM unnest(string_to_array($1, ',')::uuid[], string_to_array($2, ',')::bigint[]) AS known (id, seq)
   JOIN rooms r ON r.id = known.id
   WHERE r.last_seq <> known.seq`,
);

/** The change logs of rooms, for nodes that replay them to members. No permission is checked here. */
@Injectable()
export class RoomLogRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Polled continuously for every room that has connections. The result is nearly always empty; ids and numbers are
   * sent as two strings.
   */
  async headsOtherThan(known: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const rows = await this.source.query<{ id: string; last_seq: number }[]>(HEADS, [
      [...known.keys()].join(),
      [...known.values()].join(),
    ]);
    return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
  }

  /** The users that are members of the room, each with the number under which the user joined. */
  async members(roomId: string, userIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.source.query<{ user_id: number; joined_seq: number }[]>(
      'SELECT user_id, joined_seq FROM room_members WHERE room_id = $1 AND user_id = ANY ($2)',
      [roomId, userIds],
    );
    return new Map(rows.map(({ user_id, joined_seq }) => [user_id, joined_seq]));
  }

  /** The records of a range of a room's change log, ordered by number. */
  async records({ roomId, after, upTo }: LogPart): Promise<NumberedChangeRecord[]> {
    const rows = await this.source.query<NumberedChangeRecord[]>(
      'SELECT seq, kind, about FROM room_changes WHERE room_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq',
      [roomId, after, upTo],
    );
    return rows.map(({ seq, kind, about }) => ({ seq, kind, about: jsonFromStored(about) }));
  }

  async removeOld(): Promise<void> {
    await this.source.query('DELETE FROM room_changes WHERE created_at < now() - $1::interval', [KEPT]);
  }
}
