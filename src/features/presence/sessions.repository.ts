import { Injectable } from '@nestjs/common';
import type { SessionEnd } from '@parley/realtime/requests';
import { DataSource } from 'typeorm';

import { DeliveryRecordSettings } from '../rooms/room.settings.js';
import { NEWEST_MIGRATION } from '../../platform/database/migrations/all-migrations.js';
import { statement } from '../../platform/database/statement.js';
import type { Types, ValuesOf } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import { storedText } from '../../platform/database/stored-text.js';
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
    const row = await RENEW.one(this.source, { node: nodeId, newest_migration: NEWEST_MIGRATION });
    return { wasKnown: row.was_known, wasLiving: row.was_living };
  }

  /** Removes dead nodes and their sessions, except those that another process is removing. */
  async removeDead(): Promise<void> {
    await REMOVE_DEAD.rows(this.source, { keeps: this.keepsPast });
  }

  /** Writes all changes in one statement; for an unknown node, no open session is written. */
  async write(nodeId: string, { current, gone }: SessionChanges): Promise<void> {
    const now = Date.now();
    const open = openValues(current, now);
    if (this.keepsPast && gone.length > 0) {
      await WRITE_WITH_PAST.rows(this.source, { node: nodeId, ...open, ...closedValues(gone, now) });
    } else {
      await WRITE.rows(this.source, { node: nodeId, ...open, closed: ids(gone) });
    }
  }

  /** Removes the node and all its sessions. */
  async end(nodeId: string, { gone }: SessionChanges): Promise<void> {
    await END.rows(this.source, { node: nodeId, keeps: this.keepsPast, ...closedValues(gone, Date.now()) });
  }
}

const ids = (sessions: readonly { readonly id: string }[]): string[] => sessions.map(({ id }) => id);

const OPEN = {
  open: 'uuid[]',
  users: 'int4[]',
  devices: 'text[]',
  connected_ms: 'float8[]',
  seen_ms: 'float8[]',
  log_ins: '(uuid | null)[]',
} as const satisfies Types;

const openValues = (open: readonly SessionState[], now: number): ValuesOf<typeof OPEN> => ({
  open: ids(open),
  users: open.map(({ userId }) => userId),
  devices: open.map(({ device }) => storedText(device)),
  connected_ms: open.map(({ connectedAt }) => now - connectedAt.getTime()),
  seen_ms: open.map(({ seenAt }) => now - seenAt.getTime()),
  log_ins: open.map(({ logIn }) => logIn ?? null),
});

const CLOSED = {
  closed: 'uuid[]',
  closed_users: 'int4[]',
  closed_devices: 'text[]',
  opened_ms: 'float8[]',
  closed_ms: 'float8[]',
  codes: 'int4[]',
  reasons: '(text | null)[]',
} as const satisfies Types;

const closedValues = (closed: readonly ClosedSession[], now: number): ValuesOf<typeof CLOSED> => ({
  closed: ids(closed),
  closed_users: closed.map(({ userId }) => userId),
  closed_devices: closed.map(({ device }) => storedText(device)),
  opened_ms: closed.map(({ connectedAt }) => now - connectedAt.getTime()),
  closed_ms: closed.map(({ closedAt }) => now - closedAt.getTime()),
  codes: closed.map(({ code }) => code),
  reasons: closed.map(({ reason }) => reason ?? null),
});

const RENEW = statement('sessions.renew', {
  parameters: { node: 'uuid', newest_migration: 'int8' },
  columns: { was_known: 'bool', was_living: 'bool' },
  text: ({ node, newest_migration: newestMigration }) => `
    WITH own AS (SELECT ${isLiving('n')} AS is_living FROM nodes n WHERE n.id = ${node})
    INSERT INTO nodes (id, newest_migration) VALUES (${node}, ${newestMigration})
    ON CONFLICT (id) DO UPDATE SET alive_at = now()
    RETURNING EXISTS (SELECT FROM own) AS was_known, EXISTS (SELECT FROM own WHERE is_living) AS was_living`,
});

const INTO_PAST =
  'INSERT INTO past_sessions (id, user_id, node_id, device, opened_at, closed_at, close_code, close_reason)';

/**
 * Nothing is kept of a deleted user: the rows of users are locked against a concurrent deletion, ordered by id like
 * every other lock of users.
 */
const OF_USERS = 'JOIN users u ON u.id = p.user_id AND u.deleted_at IS NULL';
const LOCKED = 'ORDER BY u.id FOR KEY SHARE OF u';

/**
 * The closed sessions of a node. A time that is sent as an age is late by the waiting time of the statement: of two
 * such times, the earlier one is more accurate.
 */
const closedSessions = (places: Readonly<Record<keyof typeof CLOSED | 'node', string>>): string => `
  SELECT p.id, p.user_id, ${places.node}::uuid AS node_id, p.device,
    least(s.connected_at, now() - p.opened_ms * interval '1 millisecond') AS opened_at,
    now() - p.closed_ms * interval '1 millisecond' AS closed_at, p.close_code, p.close_reason
  FROM unnest(${places.closed}::uuid[], ${places.closed_users}::int[], ${places.closed_devices}::text[],
      ${places.opened_ms}::float8[], ${places.closed_ms}::float8[], ${places.codes}::int[], ${places.reasons}::text[])
    AS p (id, user_id, device, opened_ms, closed_ms, close_code, close_reason)
  LEFT JOIN sessions s ON s.id = p.id`;

/** @param past a further part of it, which begins with a comma */
const write = (places: Readonly<Record<keyof typeof OPEN | 'node' | 'closed', string>>, past = ''): string => `
  WITH ended AS (DELETE FROM sessions WHERE id = ANY (${places.closed}))${past}
  INSERT INTO sessions (id, user_id, node_id, log_in, device, connected_at, seen_at)
  SELECT s.id, u.id, n.id, s.log_in, s.device, now() - s.connected_ms * interval '1 millisecond',
    now() - s.seen_ms * interval '1 millisecond'
  FROM unnest(${places.open}::uuid[], ${places.users}::int[], ${places.devices}::text[],
      ${places.connected_ms}::float8[], ${places.seen_ms}::float8[], ${places.log_ins}::uuid[])
    AS s (id, user_id, device, connected_ms, seen_ms, log_in)
  JOIN users u ON u.id = s.user_id JOIN nodes n ON n.id = ${places.node}
  ORDER BY u.id
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, log_in = excluded.log_in`;

const WRITE = statement('sessions.write', {
  parameters: { node: 'uuid', closed: 'uuid[]', ...OPEN },
  columns: {},
  text: (places) => write(places),
});

/** The end that a node reports replaces an end that was estimated while the node counted as dead. */
const WRITE_WITH_PAST = statement('sessions.write_with_past', {
  parameters: { node: 'uuid', ...OPEN, ...CLOSED },
  columns: {},
  text: (places) =>
    write(
      places,
      `, past AS (
    ${INTO_PAST} SELECT p.* FROM (${closedSessions(places)}) p ${OF_USERS} ${LOCKED}
    ON CONFLICT (id) DO UPDATE
      SET closed_at = excluded.closed_at, close_code = excluded.close_code, close_reason = excluded.close_reason)`,
    ),
});

/** Sessions of dead nodes ended at about the last renewal of the node. */
const REMOVE_DEAD = statement('sessions.remove_dead', {
  parameters: { keeps: 'bool' },
  columns: {},
  text: ({ keeps }) => `
    WITH dead AS MATERIALIZED (
      SELECT n.id, n.alive_at FROM nodes n WHERE NOT ${isLiving('n')} ${unlockedOnly()}
    ), past AS (
      ${INTO_PAST} SELECT p.* FROM (
        SELECT s.id, s.user_id, s.node_id, s.device, s.connected_at, greatest(s.connected_at, dead.alive_at), NULL::int,
          'node_died'
        FROM dead JOIN sessions s ON s.node_id = dead.id) p ${OF_USERS} WHERE ${keeps} ${LOCKED}
      ON CONFLICT DO NOTHING)
    DELETE FROM nodes WHERE id IN (SELECT id FROM dead)`,
});

/** Sessions that closed since the last write, and those that were still open. */
const END = statement('sessions.end', {
  parameters: { node: 'uuid', keeps: 'bool', ...CLOSED },
  columns: {},
  text: ({ keeps, ...places }) => `
    WITH past AS (
      ${INTO_PAST} SELECT p.* FROM (
        ${closedSessions(places)}
        UNION ALL
        SELECT s.id, s.user_id, s.node_id, s.device, s.connected_at, now(), NULL, 'node_ended'
        FROM sessions s
        WHERE s.node_id = ${places.node} AND NOT s.id = ANY (${places.closed})) p ${OF_USERS} WHERE ${keeps} ${LOCKED}
      ON CONFLICT DO NOTHING)
    DELETE FROM nodes WHERE id = ${places.node}`,
});
