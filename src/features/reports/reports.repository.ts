import { Injectable } from '@nestjs/common';
import type { Report, ReportAction, ReportState, SeenMessage, User } from '@parley/protocol';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import type { TimedPlace } from '../../platform/pages/timed-place.js';
import { statement, typed } from '../../platform/database/statement.js';
import type { PlacesOf, Types } from '../../platform/database/statement.js';
import { lockUser, usersById } from '../users/user.rows.js';
import { ReportRow } from './report.entity.js';
import type { FilingGrant, ReportsGrant, ResolutionGrant } from './report.policy.js';
import { peopleOf, toReport } from './report.view.js';

export type NewReport = Pick<ReportRow, 'id' | 'reason' | 'comment' | 'seen'>;

export interface Resolution {
  readonly action: ReportAction;
  readonly note: string | null;
}

/** A part of the list, the newest first. */
export interface ReportsPart {
  readonly reports: readonly Report[];
  /** The place after which the next part begins; undefined: this is the last part. */
  readonly end: TimedPlace | undefined;
  /** Whether the part is shorter than requested because of its bytes. */
  readonly truncated: boolean;
}

interface PartRequest {
  readonly state: ReportState;
  readonly after: TimedPlace | undefined;
  readonly limit: number;
}

/** More than the users of a report take. */
const USERS_BYTES = 8_192;

/**
 * Reports, each row with no relation to its message or room, which may be gone. Raw SQL: times are of the database's
 * clock, one report of a user is a conflict of keys, and lists are bounded by their bytes.
 */
@Injectable()
export class ReportsRepository {
  private readonly mostBytes: number;

  constructor(
    private readonly source: DataSource,
    limits: Limits,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

  /** @returns undefined if the user has reported the message, or the user, before */
  async insert(manager: EntityManager, grant: FilingGrant, report: NewReport): Promise<ReportRow | undefined> {
    const { reporterId, subjectId, roomId, messageId } = grant;
    const row = { ...report, reporterId, subjectId, roomId, messageId };
    const result = await manager
      .createQueryBuilder()
      .insert()
      .into(ReportRow)
      .values({ ...row, createdAt: () => "date_trunc('milliseconds', statement_timestamp())" })
      .orIgnore()
      .returning(['id'])
      .updateEntity(false)
      .execute();
    return (result.raw as unknown[]).length === 0 ? undefined : this.find(report.id, manager);
  }

  /**
   * Serialises the reports of a user until the transaction ends, and counts those of the last hour.
   * @returns the seconds until the oldest of them is an hour old, if there are as many as this
   */
  async secondsBeforeNext(manager: EntityManager, userId: number, most: number): Promise<number | undefined> {
    await lockUser(manager, userId);
    return (await FILED.row(manager, { reporter: userId, earlier: most - 1 }))?.seconds;
  }

  async find(id: string, manager = this.source.manager): Promise<ReportRow | undefined> {
    return (await manager.findOneBy(ReportRow, { id })) ?? undefined;
  }

  /** The users that reports name. */
  people(rows: readonly ReportRow[], manager = this.source.manager): Promise<Map<number, User>> {
    return usersById(manager, peopleOf(rows));
  }

  /** A report that nobody else resolves until the transaction ends. */
  async lock(manager: EntityManager, id: string): Promise<ReportRow | undefined> {
    return (await manager.findOne(ReportRow, { where: { id }, lock: { mode: 'pessimistic_write' } })) ?? undefined;
  }

  /** Resolves the locked report of the grant. */
  async resolve(manager: EntityManager, grant: ResolutionGrant, { action, note }: Resolution): Promise<ReportRow> {
    const resolvedBy = grant.as === 'operator' ? null : grant.userId;
    await manager.update(
      ReportRow,
      { id: grant.reportId },
      {
        state: 'resolved' as const,
        action,
        note,
        resolvedBy,
        resolvedAt: () => "date_trunc('milliseconds', statement_timestamp())",
      },
    );
    return manager.findOneByOrFail(ReportRow, { id: grant.reportId });
  }

  async part(
    { userId, roomId, ledRooms, as }: ReportsGrant,
    { state, after, limit }: PartRequest,
  ): Promise<ReportsPart> {
    const place = { state, viewer: userId, beforeTime: after?.time ?? null, beforeId: after?.id ?? null };
    const values = { ...place, limit: limit + 1, mostBytes: this.mostBytes, usersBytes: USERS_BYTES };
    const rows = ledRooms
      ? await LISTED_OF_LED.rows(this.source, { ...values, rooms: ledRooms })
      : await LISTED.rows(this.source, { ...values, room: roomId ?? null });
    const asked = rows.slice(0, limit);
    const fitting = asked.filter(({ fits }, at) => fits || at === 0).map(({ id }) => id);
    const { manager } = this.source;
    const found = await manager.find(ReportRow, {
      where: { id: Any(fitting) },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
    const users = await this.people(found);
    const viewer = as === 'leader' ? 'leader' : 'moderator';
    const last = found.at(-1);
    return {
      reports: found.map((row) => toReport(row, users, viewer)),
      end: !last || fitting.length === rows.length ? undefined : { time: last.createdAt, id: last.id },
      truncated: fitting.length < asked.length,
    };
  }

  /** The room of a message, as the report shows it. */
  async room(manager: EntityManager, roomId: string): Promise<SeenMessage['room']> {
    const row = await ROOM.one(manager, { room: roomId });
    return row;
  }
}

const FILED = statement('reports.filed', {
  parameters: { reporter: 'int4', earlier: 'int8' },
  columns: { seconds: 'int4' },
  isPrepared: true,
  text: ({ reporter, earlier }) => `
    SELECT
      greatest(1, ceil(extract(epoch FROM created_at + interval '1 hour' - statement_timestamp())))::int AS seconds
    FROM reports WHERE reporter_id = ${reporter} AND created_at > statement_timestamp() - interval '1 hour'
    ORDER BY created_at DESC OFFSET ${earlier} LIMIT 1`,
});

const ROOM = statement('reports.room', {
  parameters: { room: 'uuid' },
  columns: { type: typed<SeenMessage['room']['type']>('text'), name: 'text' },
  isPrepared: true,
  text: ({ room }) => `SELECT type, name FROM rooms WHERE id = ${room}`,
});

const PART = {
  state: 'text',
  viewer: 'int4',
  beforeTime: 'timestamptz | null',
  beforeId: 'uuid | null',
  limit: 'int8',
  mostBytes: 'int8',
  usersBytes: 'int4',
} as const satisfies Types;
type Places = PlacesOf<typeof PART>;

/** Nobody sees a report about themselves. @param ofRoom the condition on the room */
const newest = (ofRoom: string, { state, viewer, beforeTime, beforeId, limit, usersBytes }: Places): string => `
  SELECT id, created_at, ${usersBytes}::int + coalesce(octet_length(seen::text), 0)
    + coalesce(octet_length(to_json(comment)::text), 0) + coalesce(octet_length(to_json(note)::text), 0) AS bytes
  FROM reports
  WHERE state = ${state} AND ${ofRoom} AND subject_id <> ${viewer}
    AND (${beforeId}::uuid IS NULL OR (created_at, id) < (${beforeTime}::timestamptz, ${beforeId}::uuid))
  ORDER BY created_at DESC, id DESC LIMIT ${limit}`;

const fitting = (reports: string, mostBytes: string): string => `
  SELECT id, sum(bytes) OVER (ORDER BY created_at DESC, id DESC) <= ${mostBytes}::bigint AS fits
  FROM (${reports}) r ORDER BY created_at DESC, id DESC`;

const LISTED = statement('reports.listed', {
  parameters: { ...PART, room: 'uuid | null' },
  columns: { id: 'uuid', fits: 'bool' },
  isPrepared: true,
  text: ({ room, ...part }) => fitting(newest(`(${room}::uuid IS NULL OR room_id = ${room})`, part), part.mostBytes),
});

/** The newest of each room that the user leads, and of these the newest. */
const LISTED_OF_LED = statement('reports.listed_of_led', {
  parameters: { ...PART, rooms: 'uuid[]' },
  columns: { id: 'uuid', fits: 'bool' },
  isPrepared: true,
  text: ({ rooms, ...part }) => {
    const ofRooms = `
      SELECT of_room.* FROM unnest(${rooms}::uuid[]) AS led (id)
      CROSS JOIN LATERAL (${newest('room_id = led.id', part)}) of_room
      ORDER BY created_at DESC, id DESC LIMIT ${part.limit}`;
    return fitting(ofRooms, part.mostBytes);
  },
});
