import { Injectable } from '@nestjs/common';
import { And, Any, DataSource, LessThanOrEqual, MoreThan } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import { jsonFromStored } from '../../../platform/database/stored-text.js';
import { RoomMember } from '../membership/room-member.entity.js';
import type { NumberedChangeRecord } from './change-record.js';
import { RoomChangeRow } from './room-change.entity.js';

/** A range of a room's change log: the numbers above `after`, up to `upTo`. */
export interface LogPart {
  readonly roomId: string;
  readonly after: number;
  readonly upTo: number;
}

const KEPT = '1 day';

/** The ids are given twice: joined alone they do not tell a distributed database which workers to ask. */
const HEADS = prepared(
  `SELECT r.id, r.last_seq
   FROM unnest(string_to_array($1, ',')::uuid[], string_to_array($2, ',')::bigint[]) AS known (id, seq)
   JOIN rooms r ON r.id = known.id
   WHERE r.id = ANY (string_to_array($1, ',')::uuid[]) AND r.last_seq <> known.seq`,
);

/**
 * The change logs of rooms, for nodes that replay them to members. No permission is checked here. Raw SQL is what every
 * node polls, as a prepared statement with two parameters, and what the clock of the database decides.
 */
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
    const members = await this.source.manager.find(RoomMember, {
      select: { roomId: true, userId: true, joinedSeq: true },
      where: { roomId, userId: Any(userIds) },
    });
    return new Map(members.map(({ userId, joinedSeq }) => [userId, joinedSeq]));
  }

  /** The records of a range of a room's change log, ordered by number. */
  async records({ roomId, after, upTo }: LogPart): Promise<NumberedChangeRecord[]> {
    const rows = await this.source.manager.find(RoomChangeRow, {
      select: { roomId: true, seq: true, kind: true, about: true },
      where: { roomId, seq: And(MoreThan(after), LessThanOrEqual(upTo)) },
      order: { seq: 'ASC' },
    });
    return rows.map(({ seq, kind, about }) => ({ seq, kind, about: jsonFromStored(about) }));
  }

  async removeOld(): Promise<void> {
    await this.source.query('DELETE FROM room_changes WHERE created_at < now() - $1::interval', [KEPT]);
  }
}
