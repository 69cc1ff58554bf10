import { Inject, Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import { JobTable } from '../../../platform/jobs/job-table.repository.js';
import type { Job } from '../../../platform/jobs/job-table.repository.js';
import { BLOCK_BYTES } from '../uploads.repository.js';
import type { UploadState } from '../upload.entity.js';
import { SCANNER } from './open-scanner.js';
import type { Scanner } from './scanner.js';

/** A file that a node has taken for the time of a lease. */
export interface TakenFile extends Job {
  /** `pending`: it is to be scanned. `blocked`: its bytes are to be deleted. */
  readonly state: Extract<UploadState, 'pending' | 'blocked'>;
  /** The number of its bytes. */
  readonly bytes: number;
}

const LEASE_SECONDS = 15;

/** The files that wait for the scanner, and the blocked ones whose bytes are still there. */
@Injectable()
export class ScanQueue extends JobTable<TakenFile> {
  constructor(source: DataSource, @Optional() @Inject(SCANNER) scanner: Scanner | undefined) {
    const columns = {
      table: 'uploads',
      id: 'id',
      userId: 'user_id',
      dueAt: 'scan_after',
      attempts: 'scan_attempts',
      claim: 'scan_attempts',
      others: ['j.state', 'coalesce(j.served_bytes, 0) AS bytes'],
    };
    super(source, columns, {
      leaseSeconds: LEASE_SECONDS,
      // A node without a scanner deletes the bytes of blocked files.
      taken: scanner ? undefined : `j.state = 'blocked'`,
      waiting: IS_PENDING,
    });
  }

  /** Notes that the bytes of a blocked file are deleted. They free the quota of its author, but for one block. */
  async bytesDeleted(id: string): Promise<void> {
    await this.source.query(BYTES_DELETED, [id, BLOCK_BYTES]);
  }

  /** The ids of files that wait for a scan, whether or not a node has them, at most `most`. */
  async waiting(most: number): Promise<string[]> {
    const rows = await this.source.query<{ id: string }[]>(WAITING, [most]);
    return rows.map(({ id }) => id);
  }
}

const IS_PENDING = `state = 'pending'`;

const BYTES_DELETED = prepared(`
  WITH freed AS (
    UPDATE uploads u SET scan_after = NULL, charged_bytes = least(u.charged_bytes, $2)
    FROM (SELECT id, charged_bytes FROM uploads WHERE id = $1 FOR UPDATE) was
    WHERE u.id = was.id AND u.state = 'blocked' AND u.scan_after IS NOT NULL
    RETURNING u.user_id, was.charged_bytes - u.charged_bytes AS bytes
  )
  UPDATE upload_usage q SET bytes = greatest(q.bytes - freed.bytes, 0) FROM freed WHERE q.user_id = freed.user_id`);

const WAITING = `
  SELECT id FROM uploads WHERE scan_after IS NOT NULL AND ${IS_PENDING} ORDER BY scan_after LIMIT $1`;
