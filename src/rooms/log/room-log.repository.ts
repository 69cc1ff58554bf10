import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { jsonFromStored, prepared } from '../../database/index.js';
import type { LoggedNote } from './notes.js';

/** Some numbers of a room's log: those above one, up to another. */
export interface LogPart {
  readonly roomId: string;
  readonly after: number;
  readonly upTo: number;
}

const KEPT = '1 day';

const HEADS = prepared(
  `SELECT r.id, r.last_seq
   FROM unnest(string_to_array($1, ',')::uuid[], string_to_array($2, ',')::bigint[]) AS asked (id, told)
   JOIN rooms r ON r.id = asked.id
   WHERE r.last_seq <> asked.told`,
);

/** The logs of rooms, for nodes that tell them: whoever hears what they tell is in the room. */
@Injectable()
export class RoomLogRepository {
  constructor(private readonly source: DataSource) {}

  /** Asked all the time of every room that is served: nearly always nothing comes back, and two texts go there. */
  async headsOtherThan(told: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const rows = await this.source.query<{ id: string; last_seq: number }[]>(HEADS, [
      [...told.keys()].join(),
      [...told.values()].join(),
    ]);
    return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
  }

  /** Those of the users who are in the room, and the number under which each has entered. */
  async members(roomId: string, userIds: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.source.query<{ user_id: number; joined_seq: number }[]>(
      'SELECT user_id, joined_seq FROM room_members WHERE room_id = $1 AND user_id = ANY ($2)',
      [roomId, userIds],
    );
    return new Map(rows.map(({ user_id, joined_seq }) => [user_id, joined_seq]));
  }

  /** What was noted under the numbers of a part of a room's log, in their order. */
  async notes({ roomId, after, upTo }: LogPart): Promise<LoggedNote[]> {
    const rows = await this.source.query<LoggedNote[]>(
      'SELECT seq, kind, about FROM room_changes WHERE room_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq',
      [roomId, after, upTo],
    );
    return rows.map(({ seq, kind, about }) => ({ seq, kind, about: jsonFromStored(about) }));
  }

  async forgetOld(): Promise<void> {
    await this.source.query('DELETE FROM room_changes WHERE created_at < now() - $1::interval', [KEPT]);
  }
}
