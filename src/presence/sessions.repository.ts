import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { Config } from '../config/index.js';
import { storedText } from '../database/index.js';
import { isLiving } from './living-node.js';
import type { ClosedSession, SessionChanges } from './sessions.js';

export interface NodeStanding {
  /** If not, none of its sessions is known either. */
  readonly wasKnown: boolean;
  readonly wasLiving: boolean;
}

/** What a node says of itself and its sessions. Moments are told as ages, so that the database's clock is the only one. */
@Injectable()
export class SessionsRepository {
  private readonly keepsPast: boolean;

  constructor(
    private readonly source: DataSource,
    { retention }: Config,
  ) {
    this.keepsPast = retention.deliveryRecordDays > 0;
  }

  /** Says that the node lives. @returns what was said of it before */
  async renew(nodeId: string): Promise<NodeStanding> {
    const [row] = await this.source.query<[{ was_known: boolean; was_living: boolean }]>(
      `WITH own AS (SELECT ${isLiving('n')} AS is_living FROM nodes n WHERE n.id = $1)
       INSERT INTO nodes (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET alive_at = now()
       RETURNING EXISTS (SELECT FROM own) AS was_known, EXISTS (SELECT FROM own WHERE is_living) AS was_living`,
      [nodeId],
    );
    return { wasKnown: row.was_known, wasLiving: row.was_living };
  }

  /** Removes the nodes that are dead, and their sessions. What somebody else has in hand is left to them. */
  async removeDead(): Promise<void> {
    await this.source.query(REMOVE_DEAD, [this.keepsPast]);
  }

  /** In one statement. Of a node that is not known nothing is written. */
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
      ...past,
    ]);
  }

  /** The node ends, and all of its sessions with it. */
  async end(nodeId: string, { gone }: SessionChanges): Promise<void> {
    await this.source.query(END, [nodeId, this.keepsPast, ids(gone), ...pastParameters(gone, Date.now())]);
  }
}

const ids = (sessions: readonly { readonly id: string }[]): string[] => sessions.map(({ id }) => id);

const INTO_PAST =
  'INSERT INTO past_sessions (id, user_id, node_id, device, opened_at, closed_at, close_code, close_reason)';

/**
 * Of whoever is deleted nothing is kept: until it is written their row is locked against that, by id, as all that locks
 * users does.
 */
const OF_USERS = 'JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL';
const LOCKED = 'ORDER BY u.id FOR KEY SHARE OF u';

/**
 * Sessions of node `$1` that are closed, as {@link pastParameters} tell of them. A moment that is told by how long ago it
 * was is later than it was by as long as the statement has waited: of two that were told, the earlier is nearer.
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
  INSERT INTO sessions (id, user_id, node_id, device, connected_at, seen_at)
  SELECT s.id, u.id, n.id, s.device, now() - s.connected_ms * interval '1 millisecond',
    now() - s.seen_ms * interval '1 millisecond'
  FROM unnest($3::uuid[], $4::int[], $5::text[], $6::float8[], $7::float8[])
    AS s (id, user_id, device, connected_ms, seen_ms)
  JOIN users u ON u.id = s.user_id JOIN nodes n ON n.id = $1
  ORDER BY u.id
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`;

const WRITE = write('');

/** What a node says of the end of its session replaces what was guessed while the node was taken for dead. */
const WRITE_WITH_PAST = write(`, past AS (
    ${INTO_PAST} SELECT p.* FROM (${closed('$2', 8)}) p ${OF_USERS} ${LOCKED}
    ON CONFLICT (id) DO UPDATE
      SET closed_at = excluded.closed_at, close_code = excluded.close_code, close_reason = excluded.close_reason)`);

/** Their sessions ended at about their last signs of life. */
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

/** Sessions that closed since the last writing, and those that nobody has heard of any more. */
const END = `
  WITH past AS (
    ${INTO_PAST} SELECT p.* FROM (
      ${closed('$3', 4)}
      UNION ALL
      SELECT s.id, s.user_id, s.node_id, s.device, s.connected_at, now(), NULL, 'node_ended'
      FROM sessions s WHERE s.node_id = $1 AND NOT s.id = ANY ($3)) p ${OF_USERS} WHERE $2 ${LOCKED}
    ON CONFLICT DO NOTHING)
  DELETE FROM nodes WHERE id = $1`;
