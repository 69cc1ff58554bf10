import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { storedText } from '../database/index.js';
import { isLiving } from './living-node.js';
import type { SessionChanges } from './sessions.js';

export interface NodeStanding {
  /** If not, none of its sessions is known either. */
  readonly wasKnown: boolean;
  readonly wasLiving: boolean;
}

/** What a node says of itself and its sessions. Moments are told as ages, so that the database's clock is the only one. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly source: DataSource) {}

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
    await this.source.query(
      `DELETE FROM nodes WHERE id IN (SELECT n.id FROM nodes n WHERE NOT ${isLiving('n')} FOR UPDATE SKIP LOCKED)`,
    );
  }

  /** In one statement. Of a node that is not known nothing is written. */
  async write(nodeId: string, { current, gone }: SessionChanges): Promise<void> {
    const now = Date.now();
    await this.source.query(
      `WITH ended AS (DELETE FROM sessions WHERE id = ANY($2))
       INSERT INTO sessions (id, user_id, node_id, device, connected_at, seen_at)
       SELECT s.id, u.id, n.id, s.device, now() - s.connected_ms * interval '1 millisecond',
         now() - s.seen_ms * interval '1 millisecond'
       FROM unnest($3::uuid[], $4::int[], $5::text[], $6::float8[], $7::float8[])
         AS s (id, user_id, device, connected_ms, seen_ms)
       JOIN users u ON u.id = s.user_id JOIN nodes n ON n.id = $1
       ORDER BY u.id
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
      [
        nodeId,
        gone,
        current.map(({ id }) => id),
        current.map(({ userId }) => userId),
        current.map(({ device }) => storedText(device)),
        current.map(({ connectedAt }) => now - connectedAt.getTime()),
        current.map(({ seenAt }) => now - seenAt.getTime()),
      ],
    );
  }

  /** The node ends, and all of its sessions with it. */
  async end(nodeId: string): Promise<void> {
    await this.source.query('DELETE FROM nodes WHERE id = $1', [nodeId]);
  }
}
