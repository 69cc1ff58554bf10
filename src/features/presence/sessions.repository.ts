import { Injectable } from '@nestjs/common';
import type { SessionEnd } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { DeliveryRecordSettings } from '../rooms/membership/delivery-record.settings.js';
import { NEWEST_MIGRATION } from '../../platform/database/migrations/all-migrations.js';
import { storedText, textFromStored } from '../../platform/database/stored-text.js';
import { isLiving } from './node.entity.js';

/** The row of one connection. */
export interface SessionState {
  readonly id: string;
  readonly userId: number;
  /** Undefined: its token is of another issuer. */
  readonly logIn: string | undefined;
  readonly device: string;
  readonly connectedAt: Date;
  /** The time of the last heartbeat. */
  readonly seenAt: Date;
}

/** A connection that is closed. */
export interface ClosedSession extends SessionEnd {
  readonly id: string;
  readonly userId: number;
  readonly device: string;
  readonly connectedAt: Date;
  readonly closedAt: Date;
}

/** The changes that are not written yet. */
export interface SessionChanges {
  readonly current: readonly SessionState[];
  readonly gone: readonly ClosedSession[];
}

export interface NodeStatus {
  /** If false, none of its sessions is in the table either. */
  readonly wasKnown: boolean;
  readonly wasLiving: boolean;
}

/**
 * Writes a node and its sessions. Times are sent as ages, so that only the clock of the database counts: this needs raw
 * SQL, as does writing all changes of a second in one statement.
 */
@Injectable()
export class SessionsRepository {
  private readonly keepsPast: boolean;

  constructor(
    private readonly source: DataSource,
    settings: DeliveryRecordSettings,
  ) {
    this.keepsPast = settings.days > 0;
  }

  /** Renews the row of the node. @returns its state before */
  async renew(nodeId: string): Promise<NodeStatus> {
    const [row] = await this.source.query<[{ was_known: boolean; was_living: boolean }]>(
      `WITH own AS (SELECT ${isLiving('n')} AS is_living FROM nodes n WHERE n.id = $1)
       INSERT INTO nodes (id, newest_migration) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET alive_at = now()
       RETURNING EXISTS (SELECT FROM own) AS was_known, EXISTS (SELECT FROM own WHERE is_living) AS was_living`,
      [nodeId, NEWEST_MIGRATION],
    );
    return { wasKnown: row.was_known, wasLiving: row.was_living };
  }

  /** Removes dead nodes and their sessions, except those that another process is removing. */
  async removeDead(): Promise<void> {
    await this.source.query(REMOVE_DEAD, [this.keepsPast]);
  }

  /** Writes all changes in one statement; for an unknown node, no open session is written. */
  async write(nodeId: string, { current, gone }: SessionChanges): Promise<void> {
    const now = Date.now();
    const past = this.keepsPast && gone.length > 0 ? pastParameters(gone, now) : [];
    await this.source.query(past.length > 0 ? WRITE_WITH_PAST : WRITE, [
      nodeId,
      ids(gone),
      ids(current),
      current.map(({ userId }) => userId),
      current.map(({ device }) => storedText(device)),
      current.map(({ connectedAt }) => now - connectedAt.getTime()),
      current.map(({ seenAt }) => now - seenAt.getTime()),
      current.map(({ logIn }) => logIn ?? null),
      ...past,
    ]);
  }

  /** Removes the node and all its sessions. */
  async end(nodeId: string, { gone }: SessionChanges): Promise<void> {
    await this.source.query(END, [nodeId, this.keepsPast, ids(gone), ...pastParameters(gone, Date.now())]);
  }
}

const ids = (sessions: readonly { readonly id: string }[]): string[] => sessions.map(({ id }) => id);

const INTO_PAST =
  'INSERT INTO past_sessions (id, user_id, node_id, device, opened_at, closed_at, close_code, close_reason)';

/**
 * Nothing is kept of a deleted user: the rows of users are locked against a concurrent deletion, ordered by id like
 * every other lock of users.
 */
const OF_USERS = 'JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL';
const LOCKED = 'ORDER BY u.id FOR KEY SHARE OF u';

/**
 * The closed sessions of node `$1` in {@link pastParameters}. A time that is sent as an age is late by the waiting time
 * of the statement: of two such times, the earlier one is more accurate.
 */
const closed = (ids: string, first: number): string => {
  const given = ['int', 'text', 'float8', 'float8', 'int', 'text'].map(
    (type, at) => `$${String(first + at)}::${type}[]`,
  );
  return `
    SELECT p.id, p.user_id, $1::uuid AS node_id, p.device,
      least(s.connected_at, now() - p.opened_ms * interval '1 millisecond') AS opened_at,
      now() - p.closed_ms * interval '1 millisecond' AS closed_at, p.close_code, p.close_reason
    FROM unnest(${ids}::uuid[], ${given.join(', ')})
      AS p (id, user_id, device, opened_ms, closed_ms, close_code, close_reason)
    LEFT JOIN sessions s ON s.id = p.id`;
};

const pastParameters = (past: readonly ClosedSession[], now: number): unknown[] => [
  past.map(({ userId }) => userId),
  past.map(({ device }) => storedText(device)),
  past.map(({ connectedAt }) => now - connectedAt.getTime()),
  past.map(({ closedAt }) => now - closedAt.getTime()),
  past.map(({ code }) => code),
  past.map(({ reason }) => reason ?? null),
];

const write = (past: string): string => `
  WITH ended AS (DELETE FROM sessions WHERE id = ANY($2)) ${past}
  INSERT INTO sessions (id, user_id, node_id, log_in, device, connected_at, seen_at)
  SELECT s.id, u.id, n.id, s.log_in, s.device, now() - s.connected_ms * interval '1 millisecond',
    now() - s.seen_ms * interval '1 millisecond'
  FROM unnest($3::uuid[], $4::int[], $5::text[], $6::float8[], $7::float8[], $8::uuid[])
    AS s (id, user_id, device, connected_ms, seen_ms, log_in)
  JOIN users u ON u.id = s.user_id JOIN nodes n ON n.id = $1
  ORDER BY u.id
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, log_in = excluded.log_in`;

const WRITE = write('');

/** The end that a node reports replaces an end that was estimated while the node counted as dead. */
const WRITE_WITH_PAST = write(`, past AS (
    ${INTO_PAST} SELECT p.* FROM (${closed('$2', 9)}) p ${OF_USERS} ${LOCKED}
    ON CONFLICT (id) DO UPDATE
      SET closed_at = excluded.closed_at, close_code = excluded.close_code, close_reason = excluded.close_reason)`);

/** Sessions of dead nodes ended at about the last renewal of the node. */
const REMOVE_DEAD = `
  WITH dead AS MATERIALIZED (
    SELECT n.id, n.alive_at FROM nodes n WHERE NOT ${isLiving('n')} FOR UPDATE SKIP LOCKED
  ), past AS (
    ${INTO_PAST} SELECT p.* FROM (
      SELECT s.id, s.user_id, s.node_id, s.device, s.connected_at, greatest(s.connected_at, dead.alive_at), NULL::int,
        'node_died'
      FROM dead JOIN sessions s ON s.node_id = dead.id) p ${OF_USERS} WHERE $1 ${LOCKED}
    ON CONFLICT DO NOTHING)
  DELETE FROM nodes WHERE id IN (SELECT id FROM dead)`;

/** Sessions that closed since the last write, and those that were still open. */
const END = `
  WITH past AS (
    ${INTO_PAST} SELECT p.* FROM (
      ${closed('$3', 4)}
      UNION ALL
      SELECT s.id, s.user_id, s.node_id, s.device, s.connected_at, now(), NULL, 'node_ended'
      FROM sessions s WHERE s.node_id = $1 AND NOT s.id = ANY ($3)) p ${OF_USERS} WHERE $2 ${LOCKED}
    ON CONFLICT DO NOTHING)
  DELETE FROM nodes WHERE id = $1`;

export interface ListedSession {
  readonly id: string;
  readonly userId: number;
  readonly username: string;
  readonly device: string;
  readonly connectedAt: Date;
  readonly seenAt: Date;
  readonly isActive: boolean;
}

/** A place in the list of sessions. */
export interface SessionPlace {
  /** The key of the username. */
  readonly key: string;
  readonly connectedAt: string;
  readonly id: string;
}

interface Row {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly username_key: string;
  readonly device: string;
  readonly connected_at: Date;
  readonly connected_text: string;
  readonly seen_at: Date;
  readonly is_active: boolean;
}

/**
 * Reads the sessions of living nodes; those of dead nodes have ended. Raw SQL, because the database's clock decides.
 */
@Injectable()
export class SessionListRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * In the order of the usernames, and of the times of the connections of each user.
   * @param userId undefined: the sessions of all users
   * @param threshold seconds without a heartbeat after which a session is inactive
   */
  async living(
    userId: number | undefined,
    threshold: number,
    { after, limit }: PartOf<SessionPlace>,
  ): Promise<ListPart<ListedSession, SessionPlace>> {
    const rows = await this.source.query<Row[]>(LIVING, [
      threshold,
      userId ?? null,
      after?.key ?? null,
      after?.connectedAt ?? null,
      after?.id ?? null,
      limit,
    ]);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      items: rows.map(fromRow),
      after: last && { key: last.username_key, connectedAt: last.connected_text, id: last.id },
    };
  }

  async count(userId: number): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM sessions s JOIN nodes n ON n.id = s.node_id
       WHERE ${isLiving('n')} AND s.user_id = $1`,
      [userId],
    );
    return row.count;
  }
}

/** The time is a text, because a Date has no microseconds. */
const LIVING = `
  SELECT s.id, s.user_id, u.username, u.username_key, s.device, s.connected_at, s.connected_at::text AS connected_text,
    s.seen_at, s.seen_at >= now() - $1 * interval '1 second' AS is_active
  FROM sessions s JOIN nodes n ON n.id = s.node_id JOIN users u ON u.id = s.user_id
  WHERE ${isLiving('n')} AND ($2::int IS NULL OR s.user_id = $2)
    AND ($3::text IS NULL OR (u.username_key, s.connected_at, s.id) > ($3::text, $4::timestamptz, $5::uuid))
  ORDER BY u.username_key, s.connected_at, s.id LIMIT $6`;

const fromRow = (row: Row): ListedSession => ({
  id: row.id,
  userId: row.user_id,
  username: row.username,
  device: textFromStored(row.device),
  connectedAt: row.connected_at,
  seenAt: row.seen_at,
  isActive: row.is_active,
});
