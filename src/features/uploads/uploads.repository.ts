import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import { storedText, textFromStored } from '../../platform/database/stored-text.js';
import type { FileState, UploadKind, UploadState } from './upload.entity.js';
import type { OwnUploadsGrant, UploadGrant } from './upload-grant.js';

/** A file takes whole blocks of the quota, so that the quota bounds the number of files too. */
export const BLOCK_BYTES = 4_096;

/** The bytes that a file of this size takes of the quota of its author. */
export const chargeOf = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** The properties of a file that a user declares before its bytes arrive. */
export interface Declared {
  readonly filename: string;
  readonly mimeType: string;
  /** The number of its bytes. */
  readonly bytes: number;
}

export interface NewUpload extends Declared {
  readonly id: string;
  readonly secret: string;
  readonly chargedBytes: number;
}

export interface CheckedFile {
  /** In place of that of the author; undefined: it stays. */
  readonly filename?: string;
  readonly mimeType: string;
  /** Of a text; null: UTF-8, or no text. */
  readonly charset: string | null;
  /** The number of bytes that are served. */
  readonly bytes: number;
  /** Of the bytes that are served, as lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Pixels; null: not known. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds; null: not known. */
  readonly duration: number | null;
  readonly hasThumbnail: boolean;
}

export interface Upload extends Declared {
  readonly id: string;
  readonly userId: number;
  readonly kind: UploadKind;
  /** Null: the avatar of a user. */
  readonly roomId: string | null;
  readonly state: UploadState;
  readonly secret: string;
  /** Of a text; null: UTF-8, no text, or not known yet. */
  readonly charset: string | null;
  /** The number of bytes that are served; null while it is open, as the next four. */
  readonly servedBytes: number | null;
  readonly sha256: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly hasThumbnail: boolean;
  readonly messageId: string | null;
  readonly expiresAt: Date | null;
}

/** Uploads, by their ids. Raw SQL, because the clock of the database decides, and rows are changed by their states. */
@Injectable()
export class UploadsRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Charges the quota of the author, whose row orders concurrent creations.
   * @returns false, with nothing charged, beyond the quota
   */
  async charge(manager: EntityManager, userId: number, bytes: number, quota: number): Promise<boolean> {
    const charged = await manager.query<unknown[]>(CHARGE, [userId, bytes, quota]);
    return charged.length > 0;
  }

  /** Bytes of the files of all users, as they are charged. */
  async usedBytes(): Promise<number> {
    const [row] = await this.source.query<[{ bytes: number }]>(USED_BYTES);
    return row.bytes;
  }

  /** The number of uploads of a user that are not complete, or whose bytes are being deleted. */
  async countOpen(manager: EntityManager, userId: number): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(COUNT_OPEN, [userId]);
    return row.count;
  }

  /** @param seconds after which it is removed if nothing shows it @returns when it is removed */
  async insert(manager: EntityManager, grant: UploadGrant, upload: NewUpload, seconds: number): Promise<Date> {
    const [row] = await manager.query<[{ expires_at: Date }]>(INSERT, [
      upload.id,
      grant.userId,
      grant.kind,
      grant.roomId,
      storedText(upload.filename),
      upload.mimeType,
      upload.bytes,
      upload.chargedBytes,
      upload.secret,
      seconds,
    ]);
    return row.expires_at;
  }

  /** An upload that is not being removed. */
  async find(id: string): Promise<Upload | undefined> {
    const [row] = await this.source.query<Upload[]>(FIND, [id]);
    return row && uploadOfRow(row);
  }

  /** An upload that nothing shows yet, of its author. */
  async own({ userId }: OwnUploadsGrant, id: string): Promise<Upload | undefined> {
    const upload = await this.find(id);
    return upload?.userId === userId && upload.expiresAt ? upload : undefined;
  }

  /**
   * Notes that the bytes of an open upload are checked and stored. A picture that is larger than declared since it was
   * written anew takes more of the quota, also beyond it.
   * @param state `pending`: they are to be scanned
   * @returns whether it was open
   */
  async checked(id: string, file: CheckedFile, state: Exclude<FileState, 'blocked'>): Promise<boolean> {
    const { mimeType, bytes, sha256, width, height, duration, hasThumbnail, filename = null, charset } = file;
    const values = [
      id,
      mimeType,
      bytes,
      sha256,
      width,
      height,
      duration,
      hasThumbnail,
      chargeOf(bytes),
      filename,
      state,
      charset,
    ];
    const checked = await this.source.query<unknown[]>(CHECKED, values);
    return checked.length > 0;
  }

  /**
   * Removes an upload whose bytes were refused, or that its author has cancelled. Its bytes are deleted as soon as no
   * request writes them.
   */
  async expire(id: string): Promise<void> {
    await this.source.query(EXPIRE, [id]);
  }

  /** @returns whether the owner has the upload for itself now, on all nodes */
  async lock(id: string, owner: string, seconds: number): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(LOCK, [id, owner, seconds]);
    return count > 0;
  }

  /**
   * Keeps a lock.
   * @param least seconds that are left of it, unless another request has asked for it; 0: nobody may ask for it
   * @returns false, with the lock as it is, if another request has it or has asked for it, or the upload is to be
   *   removed
   */
  async extendLock(id: string, owner: string, seconds: number, least: number): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(EXTEND_LOCK, [id, owner, seconds, least]);
    return count > 0;
  }

  /** Asks the owner of the lock, on any node, to end. */
  async requestLock(id: string): Promise<void> {
    await this.source.query(REQUEST_LOCK, [id, REQUESTED_LOCK_SECONDS]);
  }

  async unlock(id: string, owner: string): Promise<void> {
    await this.source.query(UNLOCK, [id, owner]);
  }
}

/** A lock that another request has asked for ends after this time, unless the bytes are being checked. */
const REQUESTED_LOCK_SECONDS = 7;

const CHARGE = prepared(`
  INSERT INTO upload_usage AS u (user_id, bytes) SELECT $1::int, $2::bigint WHERE $2::bigint <= $3::bigint
  ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + excluded.bytes WHERE u.bytes + excluded.bytes <= $3::bigint
  RETURNING bytes`);

/** One row for each user who has files. */
const USED_BYTES = 'SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM upload_usage';

const COUNT_OPEN = prepared(
  `SELECT count(*)::int AS count FROM uploads
   WHERE user_id = $1 AND (state = 'open' OR state = 'removing' AND expires_at <= statement_timestamp())`,
);

const INSERT = prepared(`
  INSERT INTO uploads (id, user_id, kind, room_id, filename, mime_type, bytes, charged_bytes, secret, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', now()) + $10 * interval '1 second')
  RETURNING expires_at`);

export const UPLOAD_COLUMNS = `id, user_id AS "userId", kind, room_id AS "roomId", state, filename, mime_type AS "mimeType",
  bytes, served_bytes AS "servedBytes", secret, sha256, width, height, duration, has_thumbnail AS "hasThumbnail", charset, message_id AS "messageId",
  expires_at AS "expiresAt"`;

/** A row with these columns. */
export const uploadOfRow = (row: Upload): Upload => ({ ...row, filename: textFromStored(row.filename) });

const FIND = prepared(`
  SELECT ${UPLOAD_COLUMNS} FROM uploads
  WHERE id = $1 AND state <> 'removing' AND (expires_at IS NULL OR expires_at > statement_timestamp())`);

const CHECKED = prepared(`
  WITH checked AS (
    UPDATE uploads u SET mime_type = $2, served_bytes = $3, sha256 = $4, width = $5, height = $6, duration = $7,
      has_thumbnail = $8, charged_bytes = greatest(u.charged_bytes, $9), filename = coalesce($10, u.filename),
      charset = $12, state = $11::text, scan_after = CASE WHEN $11 = 'pending' THEN statement_timestamp() END
    FROM (SELECT id, charged_bytes FROM uploads WHERE id = $1) declared
    WHERE u.id = declared.id AND u.state = 'open'
    RETURNING u.user_id, u.charged_bytes - declared.charged_bytes AS further
  ), charged AS (
    UPDATE upload_usage q SET bytes = q.bytes + c.further FROM checked c WHERE q.user_id = c.user_id AND c.further > 0
  )
  SELECT user_id FROM checked`);

const EXPIRE = prepared(`
  UPDATE uploads SET expires_at = statement_timestamp() WHERE id = $1 AND message_id IS NULL AND expires_at IS NOT NULL`);

/**
 * A change of a lock waits for no disk: a lock of a server that fails is that of requests that fail with it, and ends
 * by itself. Part of a FROM of a statement that is a transaction of its own.
 */
const WITHOUT_FLUSH = `(SELECT set_config('synchronous_commit', 'off', true)) AS without_flush`;

const LOCK = prepared(`
  UPDATE uploads SET lock_owner = $2, locked_until = statement_timestamp() + $3 * interval '1 second'
  FROM ${WITHOUT_FLUSH}
  WHERE id = $1 AND (lock_owner = $2 OR locked_until IS NULL OR locked_until <= statement_timestamp())`);

const EXTEND_LOCK = prepared(`
  UPDATE uploads SET locked_until = statement_timestamp() + $3 * interval '1 second'
  WHERE id = $1 AND lock_owner = $2 AND ($4::int = 0 OR locked_until >= statement_timestamp() + $4::int * interval '1 second'
    AND (expires_at IS NULL OR expires_at > statement_timestamp()))`);

const REQUEST_LOCK = prepared(`
  UPDATE uploads SET locked_until = least(locked_until, statement_timestamp() + $2 * interval '1 second')
  WHERE id = $1 AND locked_until IS NOT NULL`);

const UNLOCK = prepared(`
  UPDATE uploads SET lock_owner = NULL, locked_until = NULL FROM ${WITHOUT_FLUSH} WHERE id = $1 AND lock_owner = $2`);
