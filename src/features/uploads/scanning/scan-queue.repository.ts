import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import { BLOCK_BYTES } from '../uploads.repository.js';
import type { UploadState } from '../upload.entity.js';

/** A file that a node has taken for the time of a lease. */
export interface TakenFile {
  readonly id: string;
  readonly userId: number;
  /** `pending`: it is to be scanned. `blocked`: its bytes are to be deleted. */
  readonly state: Extract<UploadState, 'pending' | 'blocked'>;
  /** The number of its bytes. */
  readonly bytes: number;
  /** How often a node has taken it, this time included. */
  readonly attempts: number;
}

/**
 * How long a node has a file, unless it extends the time. The files of a node that is killed are taken again after it.
 */
const LEASE_SECONDS = 15;

/** Whether a node without a scanner has something to do: it scans no file, but deletes the bytes of blocked ones. */
export const BLOCKED_BYTES_ARE_DUE = `
  EXISTS (SELECT FROM uploads WHERE scan_after <= statement_timestamp() AND state = 'blocked')`;

/** Whether a node with a scanner has something to do. */
export const SCANS_ARE_DUE = 'EXISTS (SELECT FROM uploads WHERE scan_after <= statement_timestamp())';

/**
 * The files that wait for the scanner, and the blocked ones whose bytes are still there. Raw SQL, because the clock of
 * the database decides, and files are taken by their users.
 */
@Injectable()
export class ScanQueue {
  constructor(private readonly source: DataSource) {}

  /**
   * Takes due files, one of each user, in the order of the ids of the users.
   * @param most the maximum number of files
   * @param afterUser the id of the last user whose turn it was
   */
  async take(states: readonly TakenFile['state'][], most: number, afterUser: number): Promise<TakenFile[]> {
    const [rows] = await this.source.query<[TakenFile[]]>(TAKE, [afterUser, most, states, LEASE_SECONDS]);
    return rows;
  }

  /** Extends the time for which this node has files. */
  async extend(ids: readonly string[]): Promise<void> {
    await this.source.query(EXTEND, [ids, LEASE_SECONDS]);
  }

  /** Gives back a file: it is taken again after some seconds. */
  async putOff(id: string, seconds: number): Promise<void> {
    await this.source.query(PUT_OFF, [id, seconds]);
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

  /** The number of files that wait for a scan, counted to `most`. */
  async count(most: number): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(COUNT, [most]);
    return row.count;
  }
}

/** One step of the recursion finds the next user by the index, so that the files of one user cost no more than one. */
const TAKE = prepared(`
  WITH RECURSIVE turns AS (
    (SELECT user_id FROM uploads WHERE scan_after IS NOT NULL AND user_id > $1 ORDER BY user_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT n.user_id FROM uploads n WHERE n.scan_after IS NOT NULL AND n.user_id > t.user_id ORDER BY n.user_id LIMIT 1)
    FROM turns t WHERE t.user_id IS NOT NULL
  ), due AS (
    SELECT d.id FROM turns t CROSS JOIN LATERAL (
      SELECT u.id FROM uploads u
      WHERE u.user_id = t.user_id AND u.scan_after <= statement_timestamp() AND u.state = ANY ($3::text[])
      ORDER BY u.scan_after LIMIT 1 FOR UPDATE SKIP LOCKED) d
    LIMIT $2
  )
  UPDATE uploads u
  SET scan_after = statement_timestamp() + $4 * interval '1 second', scan_attempts = u.scan_attempts + 1
  FROM due WHERE u.id = due.id
  RETURNING u.id, u.user_id AS "userId", u.state, coalesce(u.served_bytes, 0) AS bytes, u.scan_attempts AS attempts`);

const EXTEND = prepared(`
  UPDATE uploads SET scan_after = statement_timestamp() + $2 * interval '1 second'
  WHERE id = ANY ($1) AND scan_after IS NOT NULL`);

const PUT_OFF = prepared(`
  UPDATE uploads SET scan_after = statement_timestamp() + $2 * interval '1 second'
  WHERE id = $1 AND scan_after IS NOT NULL`);

const BYTES_DELETED = prepared(`
  WITH freed AS (
    UPDATE uploads u SET scan_after = NULL, charged_bytes = least(u.charged_bytes, $2)
    FROM (SELECT id, charged_bytes FROM uploads WHERE id = $1 FOR UPDATE) was
    WHERE u.id = was.id AND u.state = 'blocked' AND u.scan_after IS NOT NULL
    RETURNING u.user_id, was.charged_bytes - u.charged_bytes AS bytes
  )
  UPDATE upload_usage q SET bytes = greatest(q.bytes - freed.bytes, 0) FROM freed WHERE q.user_id = freed.user_id`);

const IS_WAITING = `scan_after IS NOT NULL AND state = 'pending'`;

const WAITING = `SELECT id FROM uploads WHERE ${IS_WAITING} ORDER BY scan_after LIMIT $1`;

const COUNT = `SELECT count(*)::int AS count FROM (SELECT FROM uploads WHERE ${IS_WAITING} LIMIT $1) waiting`;
