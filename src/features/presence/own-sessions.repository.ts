import { Injectable } from '@nestjs/common';
import type { Session, SessionConnection } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { grouped } from '../../platform/collections/groups.js';
import { statement } from '../../platform/database/statement.js';
import type { RowOf } from '../../platform/database/statement.js';
import { textFromStored } from '../../platform/database/stored-text.js';
import { isLiving } from './node.entity.js';

/** The asker of a list, whose own session is marked in it. */
export interface SessionsAsker {
  readonly userId: number;
  readonly connectionId: string;
  /** Undefined for a token of another issuer, and without a connection. */
  readonly logIn: string | undefined;
}

/** The bytes of the JSON of a session beside its device and address, and of a connection beside its device. */
const ENTRY_BYTES = 400;

/** The sessions of a user: the log-ins that give access, each with its connections to all nodes. */
@Injectable()
export class OwnSessionsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * The newest activity first.
   * @param mostBytes of their JSON; the sessions with the oldest activity are left out beyond it
   */
  async of(asker: SessionsAsker, mostBytes: number): Promise<Session[]> {
    const rows = await OWN.rows(this.source, { user: asker.userId, bytes: mostBytes });
    return Array.from(grouped(rows, (row) => row.log_in).values(), (ofOne) => sessionOf(ofOne, asker));
  }
}

/**
 * A row for each connection of a session, and one for a session without connections, the newest activity first. Raw
 * SQL: the activity follows from several tables, and the answer is measured before it is read.
 *
 * A log-in that has expired is still a session while it has a connection (`CLOSE_ON_TOKEN_EXPIRY=false`). Connections
 * whose log-in is unknown, as those by tokens of another issuer, are one session without an id. Those of a log-in that
 * was ended are closing.
 */
const OWN = statement('own_sessions.of', {
  parameters: { user: 'int4', bytes: 'int8' },
  columns: {
    log_in: 'uuid | null',
    device: 'text | null',
    address: 'text | null',
    since: 'timestamptz | null',
    active: 'timestamptz | null',
    connection: 'uuid | null',
    connection_device: 'text | null',
    connected_at: 'timestamptz | null',
    seen_at: 'timestamptz | null',
  },
  text: ({ user, bytes }) => `
    WITH connections AS MATERIALIZED (
      SELECT s.id, s.log_in, s.device, s.connected_at, s.seen_at
      FROM sessions s JOIN nodes n ON n.id = s.node_id WHERE s.user_id = ${user} AND ${isLiving('n')}
    ), log_ins AS MATERIALIZED (
      SELECT t.family, t.device, t.address, t.created_at, greatest(t.created_at, t.refreshed_at, t.active_at) AS active
      FROM refresh_tokens t
      WHERE t.user_id = ${user} AND t.revoked_at IS NULL
        AND (t.expires_at > now() OR EXISTS (SELECT FROM connections c WHERE c.log_in = t.family))
    ), found AS (
      SELECT l.family AS log_in, l.device, l.address, l.created_at AS since, l.active, c.id AS connection,
        c.device AS connection_device, c.connected_at, c.seen_at
      FROM log_ins l LEFT JOIN connections c ON c.log_in = l.family
      UNION ALL
      SELECT NULL, NULL, NULL, NULL, NULL, c.id, c.device, c.connected_at, c.seen_at
      FROM connections c WHERE NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.family = c.log_in)
    ), dated AS (
      SELECT found.*, greatest(active, max(seen_at) OVER (PARTITION BY log_in)) AS last FROM found
    ), measured AS (
      SELECT dated.*, row_number() OVER newest AS place, sum(${String(ENTRY_BYTES)}
          + octet_length(coalesce(to_json(device)::text, '')) + octet_length(coalesce(to_json(address)::text, ''))
          + octet_length(coalesce(to_json(connection_device)::text, ''))) OVER newest AS bytes
      FROM dated
      WINDOW newest AS (ORDER BY last DESC NULLS LAST, log_in DESC NULLS LAST, connected_at DESC, connection
        ROWS UNBOUNDED PRECEDING)
    )
    SELECT log_in, device, address, since, last AS active, connection, connection_device, connected_at, seen_at
    FROM measured WHERE bytes <= ${bytes} ORDER BY place`,
});
type Row = RowOf<typeof OWN>;

function sessionOf(rows: readonly Row[], { logIn, connectionId }: SessionsAsker): Session {
  const [{ log_in: id, device, address, since, active }] = rows as [Row];
  const connections = rows.flatMap(connectionOf);
  return {
    id,
    device: device === null ? null : textFromStored(device),
    address,
    since: since?.toISOString() ?? null,
    active: active?.toISOString() ?? null,
    current: id === null ? connections.some((each) => each.id === connectionId) : id === logIn,
    connections,
  };
}

const connectionOf = ({ connection, connection_device: device, connected_at, seen_at }: Row): SessionConnection[] =>
  connection === null || !connected_at || !seen_at
    ? []
    : [
        {
          id: connection,
          device: device === null || device === '' ? null : textFromStored(device),
          since: connected_at.toISOString(),
          active: seen_at.toISOString(),
        },
      ];
