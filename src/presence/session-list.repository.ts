import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { textFromStored } from '../platform/database/stored-text.js';
import { isLiving } from './node.entity.js';

export interface ListedSession {
  readonly id: string;
  readonly userId: number;
  readonly username: string;
  readonly device: string;
  readonly connectedAt: Date;
  readonly seenAt: Date;
  readonly isActive: boolean;
}

interface Row {
  readonly id: string;
  readonly user_id: number;
  readonly username: string;
  readonly device: string;
  readonly connected_at: Date;
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
   * @param threshold seconds without a heartbeat after which a session is inactive
   * @param userId undefined: the sessions of all users
   */
  async living(threshold: number, userId?: number): Promise<ListedSession[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT s.id, s.user_id, u.username, s.device, s.connected_at, s.seen_at,
         s.seen_at >= now() - $1 * interval '1 second' AS is_active
       FROM sessions s JOIN nodes n ON n.id = s.node_id JOIN users u ON u.id = s.user_id
       WHERE ${isLiving('n')} AND ($2::int IS NULL OR s.user_id = $2)
       ORDER BY u.username_key, s.connected_at, s.id`,
      [threshold, userId ?? null],
    );
    return rows.map(fromRow);
  }
}

const fromRow = (row: Row): ListedSession => ({
  id: row.id,
  userId: row.user_id,
  username: row.username,
  device: textFromStored(row.device),
  connectedAt: row.connected_at,
  seenAt: row.seen_at,
  isActive: row.is_active,
});
