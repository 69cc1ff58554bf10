import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { textFromStored } from '../../../platform/database/stored-text.js';
import type { UploadKind, UploadState } from '../upload.entity.js';

/** A file as operators see it. */
export interface ListedFile {
  readonly id: string;
  readonly user_id: number;
  /** The present name of the author; null: the user is gone. */
  readonly username: string | null;
  readonly kind: UploadKind;
  /** Null: the avatar of a user. */
  readonly room_id: string | null;
  /** Null: no message shows the file. */
  readonly message_id: string | null;
  readonly state: UploadState;
  readonly filename: string;
  readonly mime_type: string;
  /** The bytes that are served, or those that were declared while it is not ready. */
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly has_thumbnail: boolean;
  /** The scanner's name of its finding in a blocked file; null: there is no finding, or it has no name. */
  readonly signature: string | null;
  readonly sha256: string | null;
  readonly created_at: string;
  /** From when on the bytes are deleted; null: a message, a user or a room shows the file. */
  readonly expires_at: string | null;
}

/** Selects files; an undefined field does not restrict them. */
export interface FileFilter {
  readonly userId?: number | undefined;
  readonly roomId?: string | undefined;
  readonly state?: UploadState | undefined;
}

type Row = Omit<ListedFile, 'created_at' | 'expires_at'> & {
  readonly created_at: Date;
  readonly expires_at: Date | null;
};

/** The rows of files for operators. Raw SQL, because the name of the author is joined without a relation. */
@Injectable()
export class FileListRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Files, the newest first: their ids have the order of their creation. A part looks at a bounded number of files, and
   * can have fewer than requested.
   */
  async part(
    { userId, roomId, state }: FileFilter,
    { after, limit }: PartOf<string>,
  ): Promise<ListPart<ListedFile, string>> {
    const place = [userId ?? null, roomId ?? null, after ?? ABOVE_ALL];
    const rows = await this.source.query<{ id: string }[]>(PART, [...place, state ?? null, limit + 1]);
    const ids = rows.slice(0, limit).map(({ id }) => id);
    const files = ids.length === 0 ? [] : await this.source.query<Row[]>(BY_IDS, [ids]);
    if (rows.length > limit) return { items: files.map(toListed), after: ids.at(-1) };
    const [last] = await this.source.query<{ id: string }[]>(LAST_SEEN, place);
    return { items: files.map(toListed), after: last?.id };
  }

  async find(id: string): Promise<ListedFile | undefined> {
    const [row] = await this.source.query<Row[]>(`${SELECT} WHERE f.id = $1`, [id]);
    return row && toListed(row);
  }

  /** The files whose bytes are stored, of one user or of all, in pages, in the order of their ids. */
  async *stored(userId?: number): AsyncGenerator<readonly ListedFile[]> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rows: Row[] = await this.source.query<Row[]>(STORED, [after, userId ?? null]);
      if (rows.length > 0) yield rows.map(toListed);
      after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    }
  }

  /** Of these ids those of uploads whose bytes are needed: they can be read, or may still become so. */
  async needed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.source.query<{ id: string }[]>(NEEDED, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Of these ids those of uploads whose bytes may still arrive. */
  async open(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.source.query<{ id: string }[]>(OPEN, [ids]);
    return new Set(rows.map(({ id }) => id));
  }
}

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const SELECT = `
  SELECT f.id, f.user_id, u.username, f.kind, f.room_id, f.message_id, f.state, f.filename, f.mime_type,
    coalesce(f.served_bytes, f.bytes) AS bytes, f.width, f.height, f.duration, f.has_thumbnail, f.signature, f.sha256,
    f.created_at, f.expires_at
  FROM uploads f LEFT JOIN users u ON u.id = f.user_id`;

/** The files that a part looks at, at most. */
const MOST_SEEN = 10_000;
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const OF_PLACE = `
  FROM uploads WHERE ($1::int IS NULL OR user_id = $1) AND ($2::uuid IS NULL OR room_id = $2) AND id < $3 ORDER BY id DESC`;

const PART = `
  SELECT id FROM (SELECT id, state ${OF_PLACE} LIMIT ${String(MOST_SEEN)}) seen
  WHERE $4::text IS NULL OR state = $4 ORDER BY id DESC LIMIT $5`;

const LAST_SEEN = `SELECT id ${OF_PLACE} OFFSET ${String(MOST_SEEN - 1)} LIMIT 1`;

const BY_IDS = `${SELECT} WHERE f.id = ANY ($1) ORDER BY f.id DESC`;

const STORED = `${SELECT}
  WHERE f.state IN ('ready', 'pending') AND f.id > $1 AND ($2::int IS NULL OR f.user_id = $2) ORDER BY f.id LIMIT ${String(PAGE)}`;

const NEEDED = `
  SELECT id FROM uploads WHERE id = ANY ($1) AND (state IN ('ready', 'pending') OR state = 'open' AND expires_at > statement_timestamp())`;

const OPEN = `SELECT id FROM uploads WHERE id = ANY ($1) AND state = 'open' AND expires_at > statement_timestamp()`;

const toListed = ({ created_at, expires_at, ...row }: Row): ListedFile => ({
  ...row,
  filename: textFromStored(row.filename),
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
