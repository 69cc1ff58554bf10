import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
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

/**
 * How long rooms keep their messages: each for its own time, if an operator has set one, else for that of its type. Only
 * the oldest message of a room is read. Raw SQL for this reason, and because the clock of the database decides.
 */
@Injectable()
export class RoomRetentionRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether any room has its own time. Reads an index. */
  async isSetForAny(): Promise<boolean> {
    return (await IS_SET.one(this.source, {})).is_set;
  }

  /** The rooms that have messages to be removed, without those under a legal hold. */
  async *overdueRooms(days: RetentionDays): AsyncGenerator<OverdueRoom> {
    const { OneToOneChat, GroupChat, Channel } = days;
    const overdueOf = OneToOneChat + GroupChat + Channel === 0 ? WITH_OWN_DAYS : ALL;
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rooms: readonly RowOf<typeof ALL>[] = await overdueOf.rows(this.source, {
        after,
        limit: PAGE,
        one_to_one: OneToOneChat,
        group: GroupChat,
        channel: Channel,
      });
      for (const { id, before, is_overdue: isOverdue } of rooms) if (isOverdue && before) yield { id, before };
      after = rooms.length < PAGE ? undefined : rooms.at(-1)?.id;
    }
  }
}

const IS_SET = statement('room_retention.is_set', {
  parameters: {},
  columns: { is_set: 'bool' },
  text: () => 'SELECT EXISTS (SELECT FROM rooms WHERE retention_days IS NOT NULL) AS is_set',
});

interface Days {
  readonly one_to_one: string;
  readonly group: string;
  readonly channel: string;
}

/** The time before which messages of a room are removed. Null: never. */
const beforeOf = ({ one_to_one: oneToOne, group, channel }: Days): string => `
  now() - interval '1 day' * nullif(coalesce(r.retention_days,
    CASE r.type WHEN 'OneToOneChat' THEN ${oneToOne}::int WHEN 'GroupChat' THEN ${group}::int ELSE ${channel}::int END), 0)`;

/** @param condition on rooms, such that few rooms are read if only few can be overdue */
const overdue = (rooms: 'all' | 'with_own_days', condition: string) =>
  statement(`room_retention.overdue.${rooms}`, {
    parameters: { after: 'uuid', limit: 'int8', one_to_one: 'int4', group: 'int4', channel: 'int4' },
    columns: { id: 'uuid', before: 'timestamptz | null', is_overdue: 'bool' },
    text: ({ after, limit, ...days }) => `
      SELECT r.id, ${beforeOf(days)} AS before, coalesce(
        (SELECT m.created_at FROM messages m WHERE m.room_id = r.id ORDER BY m.seq LIMIT 1) < ${beforeOf(days)},
        false) AS is_overdue
      FROM rooms r WHERE r.id > ${after} AND r.held_at IS NULL ${condition} ORDER BY r.id LIMIT ${limit}`,
  });

const ALL = overdue('all', '');
const WITH_OWN_DAYS = overdue('with_own_days', 'AND r.retention_days IS NOT NULL');
