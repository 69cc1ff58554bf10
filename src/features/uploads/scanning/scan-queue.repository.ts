import { Inject, Injectable, Optional } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement, typed } from '../../../platform/database/statement.js';
import { jobsInTurn, userJobStatements, UserJobTable } from '../../../platform/jobs/user-job-table.repository.js';
import type { UserJob } from '../../../platform/jobs/user-job-table.repository.js';
import { BLOCK_BYTES } from '../uploads.repository.js';
import type { UploadState } from '../upload.entity.js';
import { SCANNER } from './open-scanner.js';
import type { Scanner } from './scanner.js';

/** `pending`: the file is to be scanned. `blocked`: its bytes are to be deleted. */
type TakenState = Extract<UploadState, 'pending' | 'blocked'>;

/** A file that a node has taken for the time of a lease. */
export interface TakenFile extends UserJob {
  readonly state: TakenState;
  /** The number of its bytes. */
  readonly bytes: number;
}

const LEASE_SECONDS = 15;

/** The files that wait for the scanner, and the blocked ones whose bytes are still there. */
@Injectable()
export class ScanQueue extends UserJobTable<TakenFile> {
  constructor(source: DataSource, @Optional() @Inject(SCANNER) scanner: Scanner | undefined) {
    // A node without a scanner deletes the bytes of blocked files.
    super(source, STATEMENTS, scanner ? ALL : BLOCKED, { leaseSeconds: LEASE_SECONDS });
  }

  /** Notes that the bytes of a blocked file are deleted. They free the quota of its author, but for one block. */
  async bytesDeleted(id: string): Promise<void> {
    await BYTES_DELETED.changes(this.source, { id, block: BLOCK_BYTES });
  }

  /** The ids of files that wait for a scan, whether or not a node has them, at most `most`. */
  async waiting(most: number): Promise<string[]> {
    const rows = await WAITING.rows(this.source, { most });
    return rows.map(({ id }) => id);
  }
}

const IS_PENDING = `state = 'pending'`;

const COLUMNS = {
  table: 'uploads',
  id: 'id',
  userId: 'user_id',
  dueAt: 'scan_after',
  attempts: 'scan_attempts',
  claim: 'scan_attempts',
  waiting: IS_PENDING,
} as const;

const STATEMENTS = userJobStatements('scans', COLUMNS);
const FILE = {
  types: { state: typed<TakenState>('text'), bytes: 'int8' },
  sql: { state: 'j.state', bytes: 'coalesce(j.served_bytes, 0)' },
} as const;
const ALL = jobsInTurn('scans.take', COLUMNS, FILE);
const BLOCKED = jobsInTurn('scans.take_blocked', COLUMNS, { ...FILE, condition: `j.state = 'blocked'` });

const BYTES_DELETED = statement('scans.bytes_deleted', {
  parameters: { id: 'uuid', block: 'int8' },
  columns: {},
  isPrepared: true,
  text: ({ id, block }) => `
    WITH freed AS (
      UPDATE uploads u SET scan_after = NULL, charged_bytes = least(u.charged_bytes, ${block})
      FROM (SELECT id, charged_bytes FROM uploads WHERE id = ${id} FOR UPDATE) was
      WHERE u.id = was.id AND u.state = 'blocked' AND u.scan_after IS NOT NULL
      RETURNING u.user_id, was.charged_bytes - u.charged_bytes AS bytes
    )
    UPDATE upload_usage q SET bytes = greatest(q.bytes - freed.bytes, 0) FROM freed WHERE q.user_id = freed.user_id`,
});

const WAITING = statement('scans.waiting', {
  parameters: { most: 'int8' },
  columns: { id: 'uuid' },
  text: ({ most }) => `
    SELECT id FROM uploads WHERE scan_after IS NOT NULL AND ${IS_PENDING} ORDER BY scan_after LIMIT ${most}`,
});
