import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { unlockedOnly } from '../../../platform/database/unlocked-rows.js';

/**
 * No message shows it, its time is over, and no request writes or checks its bytes: what a request stores after the
 * removal would stay for ever if its process is killed.
 */
const IS_EXPIRED = `expires_at <= statement_timestamp() AND message_id IS NULL
  AND (locked_until IS NULL OR locked_until <= statement_timestamp())`;

/** Whether an upload is to be removed, as an expression. */
export const UPLOADS_ARE_EXPIRED = `EXISTS (SELECT FROM uploads WHERE ${IS_EXPIRED})`;

/** Uploads that no message shows, and whose time is over. Raw SQL, because the clock of the database decides. */
@Injectable()
export class ExpiredUploadsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Marks expired uploads, so that no message can show them any more. Uploads that were marked before, and whose bytes
   * may not be deleted yet, are among them.
   * @returns their ids, at most `most`, the longest expired first
   */
  async take(most: number): Promise<string[]> {
    const rows = await TAKE.rows(this.source, { most });
    return rows.map(({ id }) => id);
  }

  /** The uploads whose bytes are wanted: they are open, and not to be removed. */
  async open(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await OPEN.rows(this.source, { ids });
    return new Set(rows.map(({ id }) => id));
  }

  /** The number of expired uploads, counted to `most`. */
  async count(most: number): Promise<number> {
    return (await COUNT.one(this.source, { most })).count;
  }

  /**
   * Deletes marked uploads, whose bytes are deleted, and frees the quota of their authors. Uploads that were created
   * within the last seconds are taken again after them.
   */
  async delete(ids: readonly string[], openSeconds: number): Promise<void> {
    await DELETE.changes(this.source, { ids, openSeconds });
  }
}

const TAKE = statement('expired_uploads.take', {
  parameters: { most: 'int8' },
  columns: { id: 'uuid' },
  text: ({ most }) => `
    UPDATE uploads SET state = 'removing'
    WHERE id IN (
      SELECT id FROM uploads WHERE ${IS_EXPIRED}
      ORDER BY expires_at LIMIT ${most} ${unlockedOnly()})
    RETURNING id`,
});

const COUNT = statement('expired_uploads.count', {
  parameters: { most: 'int8' },
  columns: { count: 'int4' },
  text: ({ most }) => `
    SELECT count(*)::int AS count
    FROM (SELECT FROM uploads WHERE expires_at <= statement_timestamp() LIMIT ${most}) expired`,
});

const DELETE = statement('expired_uploads.delete', {
  parameters: { ids: 'uuid[]', openSeconds: 'float8' },
  columns: {},
  text: ({ ids, openSeconds }) => `
    WITH open AS (
      UPDATE uploads SET expires_at = created_at + ${openSeconds} * interval '1 second'
      WHERE id = ANY (${ids}) AND state = 'removing'
        AND created_at > statement_timestamp() - ${openSeconds} * interval '1 second'
    ), gone AS (
      DELETE FROM uploads
      WHERE id = ANY (${ids}) AND state = 'removing'
        AND created_at <= statement_timestamp() - ${openSeconds} * interval '1 second'
      RETURNING user_id, charged_bytes
    )
    UPDATE upload_usage u SET bytes = greatest(u.bytes - freed.bytes, 0)
    FROM (SELECT user_id, sum(charged_bytes)::bigint AS bytes FROM gone GROUP BY user_id) freed
    WHERE u.user_id = freed.user_id`,
});

const OPEN = statement('expired_uploads.open', {
  parameters: { ids: 'uuid[]' },
  columns: { id: 'uuid' },
  text: ({ ids }) => `SELECT id FROM uploads WHERE id = ANY (${ids}) AND state = 'open'`,
});
