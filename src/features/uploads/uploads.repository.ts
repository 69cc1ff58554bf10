import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { statement, typed } from '../../platform/database/statement.js';
import type { Types } from '../../platform/database/statement.js';
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
    const charged = await CHARGE.rows(manager, { user: userId, bytes, quota });
    return charged.length > 0;
  }

  /** Bytes of the files of all users, as they are charged. */
  async usedBytes(): Promise<number> {
    return (await USED_BYTES.one(this.source, {})).bytes;
  }

  /** The number of uploads of a user that are not complete, or whose bytes are being deleted. */
  async countOpen(manager: EntityManager, userId: number): Promise<number> {
    return (await COUNT_OPEN.one(manager, { user: userId })).count;
  }

  /** @param seconds after which it is removed if nothing shows it @returns when it is removed */
  async insert(manager: EntityManager, grant: UploadGrant, upload: NewUpload, seconds: number): Promise<Date> {
    return (
      await INSERT.one(manager, {
        id: upload.id,
        user: grant.userId,
        kind: grant.kind,
        room: grant.roomId,
        filename: storedText(upload.filename),
        mimeType: upload.mimeType,
        bytes: upload.bytes,
        chargedBytes: upload.chargedBytes,
        secret: upload.secret,
        seconds,
      })
    ).expires_at;
  }

  /** An upload that is not being removed. */
  async find(id: string): Promise<Upload | undefined> {
    const row = await FIND.row(this.source, { id });
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
    const { bytes, filename = null } = file;
    const checked = await CHECKED.rows(this.source, { ...file, id, filename, chargedBytes: chargeOf(bytes), state });
    return checked.length > 0;
  }

  /**
   * Removes an upload whose bytes were refused, or that its author has cancelled. Its bytes are deleted as soon as no
   * request writes them.
   */
  async expire(id: string): Promise<void> {
    await EXPIRE.changes(this.source, { id });
  }
}

const CHARGE = statement('uploads.charge', {
  parameters: { user: 'int4', bytes: 'int8', quota: 'int8' },
  columns: { bytes: 'int8' },
  isPrepared: true,
  text: ({ user, bytes, quota }) => `
    INSERT INTO upload_usage AS u (user_id, bytes) SELECT ${user}::int, ${bytes}::bigint
      WHERE ${bytes}::bigint <= ${quota}::bigint
    ON CONFLICT (user_id) DO UPDATE SET bytes = u.bytes + excluded.bytes
      WHERE u.bytes + excluded.bytes <= ${quota}::bigint
    RETURNING bytes`,
});

/** One row for each user who has files. */
const USED_BYTES = statement('uploads.used_bytes', {
  parameters: {},
  columns: { bytes: 'float8' },
  text: () => `SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM upload_usage`,
});

const COUNT_OPEN = statement('uploads.count_open', {
  parameters: { user: 'int4' },
  columns: { count: 'int4' },
  isPrepared: true,
  text: ({ user }) => `
    SELECT count(*)::int AS count FROM uploads
      WHERE user_id = ${user} AND (state = 'open' OR state = 'removing' AND expires_at <= statement_timestamp())`,
});

const INSERT = statement('uploads.insert', {
  parameters: {
    id: 'uuid',
    user: 'int4',
    kind: 'text',
    room: 'uuid | null',
    filename: 'text',
    mimeType: 'text',
    bytes: 'int8',
    chargedBytes: 'int8',
    secret: 'text',
    seconds: 'float8',
  },
  columns: { expires_at: 'timestamptz not null' },
  isPrepared: true,
  text: ({ id, user, kind, room, filename, mimeType, bytes, chargedBytes, secret, seconds }) => `
    INSERT INTO uploads (id, user_id, kind, room_id, filename, mime_type, bytes, charged_bytes, secret, expires_at)
    VALUES (${id}, ${user}, ${kind}, ${room}, ${filename}, ${mimeType}, ${bytes}, ${chargedBytes}, ${secret},
      date_trunc('milliseconds', now()) + ${seconds} * interval '1 second')
    RETURNING expires_at`,
});

export const UPLOAD_COLUMNS = {
  id: 'uuid',
  userId: 'int4',
  kind: typed<UploadKind>('text'),
  roomId: 'uuid | null',
  state: typed<UploadState>('text'),
  filename: 'text',
  mimeType: 'text',
  bytes: 'int8',
  servedBytes: 'int8 | null',
  secret: 'text',
  sha256: 'text | null',
  width: 'int4 | null',
  height: 'int4 | null',
  duration: 'float4 | null',
  hasThumbnail: 'bool',
  charset: 'text | null',
  messageId: 'uuid | null',
  expiresAt: 'timestamptz | null',
} as const satisfies Types;

/** The {@link UPLOAD_COLUMNS}, in SQL. */
export const uploadColumns = `
  id, user_id AS "userId", kind, room_id AS "roomId", state, filename, mime_type AS "mimeType", bytes,
  served_bytes AS "servedBytes", secret, sha256, width, height, duration, has_thumbnail AS "hasThumbnail", charset,
  message_id AS "messageId", expires_at AS "expiresAt"`;

/** A row with these columns. */
export const uploadOfRow = (row: Upload): Upload => ({ ...row, filename: textFromStored(row.filename) });

const FIND = statement('uploads.find', {
  parameters: { id: 'uuid' },
  columns: UPLOAD_COLUMNS,
  isPrepared: true,
  text: ({ id }) => `
    SELECT ${uploadColumns} FROM uploads
    WHERE id = ${id} AND state <> 'removing' AND (expires_at IS NULL OR expires_at > statement_timestamp())`,
});

const CHECKED = statement('uploads.checked', {
  parameters: {
    id: 'uuid',
    mimeType: 'text',
    bytes: 'int8',
    sha256: 'text',
    width: 'int4 | null',
    height: 'int4 | null',
    duration: 'float4 | null',
    hasThumbnail: 'bool',
    chargedBytes: 'int8',
    filename: 'text | null',
    state: 'text',
    charset: 'text | null',
  },
  columns: { user_id: 'int4' },
  isPrepared: true,
  text: ({
    id,
    mimeType,
    bytes,
    sha256,
    width,
    height,
    duration,
    hasThumbnail,
    chargedBytes,
    filename,
    state,
    charset,
  }) => `
    WITH checked AS (
      UPDATE uploads u SET mime_type = ${mimeType}, served_bytes = ${bytes}, sha256 = ${sha256}, width = ${width},
        height = ${height}, duration = ${duration}, has_thumbnail = ${hasThumbnail},
        charged_bytes = greatest(u.charged_bytes, ${chargedBytes}), filename = coalesce(${filename}, u.filename),
        charset = ${charset}, state = ${state}::text,
        scan_after = CASE WHEN ${state} = 'pending' THEN statement_timestamp() END
      FROM (SELECT id, charged_bytes FROM uploads WHERE id = ${id}) declared
      WHERE u.id = declared.id AND u.state = 'open'
      RETURNING u.user_id, u.charged_bytes - declared.charged_bytes AS further
    ), charged AS (
      UPDATE upload_usage q SET bytes = q.bytes + c.further FROM checked c
      WHERE q.user_id = c.user_id AND c.further > 0
    )
    SELECT user_id FROM checked`,
});

const EXPIRE = statement('uploads.expire', {
  parameters: { id: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ id }) => `
    UPDATE uploads SET expires_at = statement_timestamp()
    WHERE id = ${id} AND message_id IS NULL AND expires_at IS NOT NULL`,
});
