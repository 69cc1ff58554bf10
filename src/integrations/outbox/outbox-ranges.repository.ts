import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { OutboxRangeRow } from './outbox.entity.js';

/** A range of sequence numbers of a room that the consumers have not processed. */
export type OutboxRange = Readonly<Pick<OutboxRangeRow, 'id' | 'roomId' | 'after' | 'upTo' | 'ended'>>;

const FIRST_RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 3_600;

const IS_DUE = `(retry_at IS NULL OR retry_at <= now())`;

const ARE_DUE = prepared(`SELECT EXISTS (SELECT FROM room_feed WHERE ${IS_DUE}) AS due`);

/**
 * The table of the outbox. What is due, and until when it is postponed, is raw SQL, because the clock of the database
 * decides; the count is raw SQL, because it is bounded.
 */
@Injectable()
export class OutboxRangesRepository {
  constructor(private readonly source: DataSource) {}

  /** Whether any part is due. Polled every second by every process. */
  async areDue(): Promise<boolean> {
    const [row] = await this.source.query<[{ due: boolean }]>(ARE_DUE);
    return row.due;
  }

  /** The number of parts, including postponed ones, counted to 10000. */
  async pending(): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM (SELECT FROM room_feed LIMIT ${String(MOST_COUNTED)}) first`,
    );
    return row.count;
  }

  /** The oldest due parts; those of one room are ordered by sequence number. */
  async due(manager: EntityManager, most: number): Promise<OutboxRange[]> {
    return manager.query(
      `SELECT id, room_id AS "roomId", after, up_to AS "upTo", ended FROM room_feed
       WHERE ${IS_DUE} ORDER BY id LIMIT $1`,
      [most],
    );
  }

  /** @throws Error if another process has taken one of them */
  async take(manager: EntityManager, parts: readonly OutboxRange[]): Promise<void> {
    const { affected } = await manager.delete(OutboxRangeRow, { id: Any(parts.map(({ id }) => id)) });
    if (affected !== parts.length) throw new Error('another process has taken the same parts of the outbox');
  }

  /** Postpones parts, with exponential backoff from a minute to an hour. */
  async postpone(manager: EntityManager, parts: readonly OutboxRange[]): Promise<void> {
    await manager.query(
      `UPDATE room_feed SET attempts = attempts + 1,
         retry_at = now() + least($2 * power(2, least(attempts, 20)), $3) * interval '1 second'
       WHERE id = ANY ($1)`,
      [parts.map(({ id }) => id), FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS],
    );
  }
}
