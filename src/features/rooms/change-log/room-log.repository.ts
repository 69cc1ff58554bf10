import { Injectable } from '@nestjs/common';
import { And, Any, DataSource, LessThanOrEqual, MoreThan } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
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
    const rows = await HEADS.rows(this.source, { rooms: [...known.keys()].join(), seqs: [...known.values()].join() });
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
    await REMOVE_OLD.changes(this.source, {});
  }
}

/** The ids are given twice: joined alone they do not tell a distributed database which workers to ask. */
const HEADS = statement('room_log.heads', {
  parameters: { rooms: 'text', seqs: 'text' },
  columns: { id: 'uuid', last_seq: 'int8' },
  isPrepared: true,
  text: ({ rooms, seqs }) => `
    SELECT r.id, r.last_seq
    FROM unnest(string_to_array(${rooms}, ',')::uuid[], string_to_array(${seqs}, ',')::bigint[]) AS known (id, seq)
    JOIN rooms r ON r.id = known.id
    WHERE r.id = ANY (string_to_array(${rooms}, ',')::uuid[]) AND r.last_seq <> known.seq`,
});

const KEPT = '1 day';

const REMOVE_OLD = statement('room_log.remove_old', {
  parameters: {},
  columns: {},
  text: () => `DELETE FROM room_changes WHERE created_at < now() - interval '${KEPT}'`,
});
