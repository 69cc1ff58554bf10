import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { DatabaseKind } from '../../../platform/database/distribution/database-kind.js';
import { COMMIT_TOGETHER } from '../../../platform/database/distribution/mark.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { FileState } from '../upload.entity.js';
import type { UploadPlace } from '../upload-grant.js';
import { UPLOAD_COLUMNS, uploadOfRow } from '../uploads.repository.js';
import type { Upload } from '../uploads.repository.js';

/** A message that is to show an upload. */
export interface UploadClaim {
  readonly uploadId: string;
  readonly messageId: string;
  /** The state of the file that the message has been stored with. */
  readonly state: FileState;
}

/**
 * `stale`: the scanner has decided about an upload since the message was made, and nothing else prevents the claims.
 */
export type ClaimResult = 'claimed' | 'refused' | 'stale';

/**
 * Which message shows an upload: one at most. An upload without a message has a time at which its bytes are deleted,
 * one with a message has none. The statements that take and give back uploads run in the transaction of their message.
 */
@Injectable()
export class UploadClaims {
  constructor(
    private readonly source: DataSource,
    private readonly kind: DatabaseKind,
  ) {}

  /** The uploads of the author for this room, by id, which no message may show yet. */
  async of({ userId, roomId }: UploadPlace, ids: readonly string[]): Promise<ReadonlyMap<string, Upload>> {
    const rows = await this.source.query<Upload[]>(OF_AUTHOR, [ids, userId, roomId]);
    return new Map(rows.map((row) => [row.id, uploadOfRow(row)]));
  }

  /** @returns `refused` if an upload is open or removed, or another message shows it */
  async claim(manager: EntityManager, claims: readonly UploadClaim[]): Promise<ClaimResult> {
    if (this.kind.isDistributed) await manager.query(COMMIT_TOGETHER);
    const values = [
      claims.map(({ uploadId }) => uploadId),
      claims.map(({ messageId }) => messageId),
      claims.map(({ state }) => state),
    ];
    const [, count] = await manager.query<[unknown[], number]>(CLAIM, values);
    if (count === claims.length) return 'claimed';
    const [row] = await manager.query<[{ count: number }]>(COUNT_CLAIMABLE, values.slice(0, 2));
    return row.count === claims.length ? 'stale' : 'refused';
  }

  /** The number of uploads that these messages show. */
  async count(manager: EntityManager, messageIds: readonly string[]): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(COUNT, [messageIds]);
    return row.count;
  }

  /**
   * Gives back the uploads of deleted messages: nobody may read them from the commit on, and their bytes are deleted.
   */
  async release(manager: EntityManager, messageIds: readonly string[]): Promise<void> {
    await manager.query(RELEASE, [messageIds]);
  }

  /**
   * Gives back uploads of the author that no message shows and none will show: their bytes are deleted. Others are left
   * as they are.
   */
  async drop(manager: EntityManager, userId: number, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await manager.query(DROP, [ids, userId]);
  }

  /** Gives back some uploads of messages that go on, as {@link release}. */
  async releaseOnly(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await manager.query(RELEASE_ONLY, [ids]);
  }

  /** Keeps uploads that no message shows yet until some time after a moment, for a message that is sent later. */
  async keep(manager: EntityManager, { userId }: UploadPlace, ids: readonly string[], until: Date): Promise<void> {
    if (ids.length > 0) await manager.query(KEEP, [ids, userId, until, UNUSED_SECONDS]);
  }
}

/** How long an upload is kept that no message shows. */
export const UNUSED_SECONDS = 86_400;

const OF_AUTHOR = prepared(`
  SELECT ${UPLOAD_COLUMNS} FROM uploads
  WHERE id = ANY ($1) AND user_id = $2 AND room_id = $3 AND kind = 'message' AND state <> 'removing'
    AND (message_id IS NOT NULL OR expires_at > statement_timestamp())`);

/** For uploads `u` and claims `c`. */
const IS_FREE = `(u.message_id = c.message_id OR u.message_id IS NULL AND u.expires_at > statement_timestamp())`;

const CLAIM = prepared(`
  UPDATE uploads u SET message_id = c.message_id, expires_at = NULL
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS c (upload_id, message_id, state)
  WHERE u.id = c.upload_id AND u.state = c.state AND u.state IN ('pending', 'ready') AND ${IS_FREE}`);

const COUNT_CLAIMABLE = prepared(`
  SELECT count(*)::int AS count FROM uploads u
  JOIN unnest($1::uuid[], $2::uuid[]) AS c (upload_id, message_id) ON u.id = c.upload_id
  WHERE u.state IN ('pending', 'ready', 'blocked') AND ${IS_FREE}`);

const COUNT = prepared('SELECT count(*)::int AS count FROM uploads WHERE message_id = ANY ($1)');

/** The expired ones without a message are removed. */
const RELEASE = prepared(`
  UPDATE uploads SET message_id = NULL, expires_at = statement_timestamp() WHERE message_id = ANY ($1)`);

const DROP = prepared(`
  UPDATE uploads SET expires_at = statement_timestamp()
  WHERE id = ANY ($1) AND user_id = $2 AND message_id IS NULL AND expires_at > statement_timestamp()`);

const RELEASE_ONLY = prepared(`
  UPDATE uploads SET message_id = NULL, expires_at = statement_timestamp() WHERE id = ANY ($1)`);

const KEEP = prepared(`
  UPDATE uploads SET expires_at = greatest(expires_at, $3::timestamptz + $4 * interval '1 second')
  WHERE id = ANY ($1) AND user_id = $2 AND message_id IS NULL AND expires_at > statement_timestamp()`);
