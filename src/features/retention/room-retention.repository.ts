import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { RoomTypeName } from '../rooms/membership/membership.js';

/** For how many days messages are kept, by the type of their room. 0: permanently. */
export type RetentionDays = Readonly<Record<RoomTypeName, number>>;

/** A room that has messages older than it keeps them. */
export interface OverdueRoom {
  readonly id: string;
  /** Messages from before this time are to be removed. */
  readonly before: Date;
}

/** The number of rooms that one statement checks. */
const PAGE = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The time before which messages of a room are removed. Null: never. */
const BEFORE = `now() - interval '1 day' * nullif(coalesce(r.retention_days,
  CASE r.type WHEN 'OneToOneChat' THEN $3::int WHEN 'GroupChat' THEN $4::int ELSE $5::int END), 0)`;

/** @param condition on rooms, such that few rooms are read if only few can be overdue */
const overdue = (condition: string): string => `
  SELECT r.id, ${BEFORE} AS before, coalesce(
    (SELECT m.created_at FROM messages m WHERE m.room_id = r.id ORDER BY m.seq LIMIT 1) < ${BEFORE}, false) AS is_overdue
  FROM rooms r WHERE r.id > $1 AND r.held_at IS NULL ${condition} ORDER BY r.id LIMIT $2`;

const ALL = overdue('');
const WITH_OWN_DAYS = overdue('AND r.retention_days IS NOT NULL');

/**
 * How long rooms keep their messages: each for its own time, if an operator has set one, else for that of its type. Only
 * the oldest message of a room is read. Raw SQL for this reason, and because the clock of the database decides.
 */
@Injectable()
export class RoomRetentionRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether any room has its own time. Reads an index. */
  async isSetForAny(): Promise<boolean> {
    const [row] = await this.source.query<[{ is_set: boolean }]>(
      'SELECT EXISTS (SELECT FROM rooms WHERE retention_days IS NOT NULL) AS is_set',
    );
    return row.is_set;
  }

  /** The rooms that have messages to be removed, without those under a legal hold. */
  async *overdueRooms(days: RetentionDays): AsyncGenerator<OverdueRoom> {
    const { OneToOneChat, GroupChat, Channel } = days;
    const statement = OneToOneChat + GroupChat + Channel === 0 ? WITH_OWN_DAYS : ALL;
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rooms: (OverdueRoom & { is_overdue: boolean })[] = await this.source.query(statement, [
        after,
        PAGE,
        OneToOneChat,
        GroupChat,
        Channel,
      ]);
      for (const { id, before, is_overdue } of rooms) if (is_overdue) yield { id, before };
      after = rooms.length < PAGE ? undefined : rooms.at(-1)?.id;
    }
  }
}
