import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../../platform/collections/list-part.js';
import { statement, typed } from '../../../platform/database/statement.js';
import type { PlacesOf, Types, ValuesOf } from '../../../platform/database/statement.js';
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
    const place = { user: userId ?? null, room: roomId ?? null, before: after ?? ABOVE_ALL };
    const rows = await PART.rows(this.source, { ...place, state: state ?? null, limit: limit + 1 });
    const ids = rows.slice(0, limit).map(({ id }) => id);
    const files = ids.length === 0 ? [] : await BY_IDS.rows(this.source, { ids });
    if (rows.length > limit) return { items: files.map(toListed), after: ids.at(-1) };
    const last = await LAST_SEEN.row(this.source, place);
    return { items: files.map(toListed), after: last?.id };
  }

  async find(id: string): Promise<ListedFile | undefined> {
    const row = await FIND.row(this.source, { id });
    return row && toListed(row);
  }

  /** The files whose bytes are stored, of one user or of all, in pages, in the order of their ids. */
  async *stored(userId?: number): AsyncGenerator<readonly ListedFile[]> {
    for (let after: string | undefined = BEFORE_ALL; after !== undefined;) {
      const rows: readonly ListedRow[] = await STORED.rows(this.source, { after, user: userId ?? null });
      if (rows.length > 0) yield rows.map(toListed);
      after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    }
  }

  /** Of these ids those of uploads whose bytes are needed: they can be read, or may still become so. */
  async needed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await NEEDED.rows(this.source, { ids });
    return new Set(rows.map(({ id }) => id));
  }

  /** Of these ids those of uploads whose bytes may still arrive. */
  async open(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await OPEN.rows(this.source, { ids });
    return new Set(rows.map(({ id }) => id));
  }
}

const PAGE = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const LISTED = {
  id: 'uuid',
  user_id: 'int4',
  username: 'text | null',
  kind: typed<UploadKind>('text'),
  room_id: 'uuid | null',
  message_id: 'uuid | null',
  state: typed<UploadState>('text'),
  filename: 'text',
  mime_type: 'text',
  bytes: 'int8',
  width: 'int4 | null',
  height: 'int4 | null',
  duration: 'float4 | null',
  has_thumbnail: 'bool',
  signature: 'text | null',
  sha256: 'text | null',
  created_at: 'timestamptz',
  expires_at: 'timestamptz | null',
} as const satisfies Types;
type ListedRow = ValuesOf<typeof LISTED>;

const SELECT = `
  SELECT f.id, f.user_id, u.username, f.kind, f.room_id, f.message_id, f.state, f.filename, f.mime_type,
    coalesce(f.served_bytes, f.bytes) AS bytes, f.width, f.height, f.duration, f.has_thumbnail, f.signature, f.sha256,
    f.created_at, f.expires_at
  FROM uploads f LEFT JOIN users u ON u.id = f.user_id`;

/** The files that a part looks at, at most. */
const MOST_SEEN = 10_000;
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const PLACE = { user: 'int4 | null', room: 'uuid | null', before: 'uuid' } as const satisfies Types;

const ofPlace = ({ user, room, before }: PlacesOf<typeof PLACE>): string => `
  FROM uploads WHERE (${user}::int IS NULL OR user_id = ${user}) AND (${room}::uuid IS NULL OR room_id = ${room})
    AND id < ${before} ORDER BY id DESC`;

const PART = statement('files.part', {
  parameters: { ...PLACE, state: 'text | null', limit: 'int8' },
  columns: { id: 'uuid' },
  text: ({ state, limit, ...place }) => `
    SELECT id FROM (SELECT id, state ${ofPlace(place)} LIMIT ${String(MOST_SEEN)}) seen
    WHERE ${state}::text IS NULL OR state = ${state} ORDER BY id DESC LIMIT ${limit}`,
});

const LAST_SEEN = statement('files.last_seen', {
  parameters: PLACE,
  columns: { id: 'uuid' },
  text: (place) => `SELECT id ${ofPlace(place)} OFFSET ${String(MOST_SEEN - 1)} LIMIT 1`,
});

const FIND = statement('files.find', {
  parameters: { id: 'uuid' },
  columns: LISTED,
  text: ({ id }) => `${SELECT} WHERE f.id = ${id}`,
});

const BY_IDS = statement('files.by_ids', {
  parameters: { ids: 'uuid[]' },
  columns: LISTED,
  text: ({ ids }) => `${SELECT} WHERE f.id = ANY (${ids}) ORDER BY f.id DESC`,
});

const STORED = statement('files.stored', {
  parameters: { after: 'uuid', user: 'int4 | null' },
  columns: LISTED,
  text: ({ after, user }) => `
    ${SELECT}
    WHERE f.state IN ('ready', 'pending') AND f.id > ${after} AND (${user}::int IS NULL OR f.user_id = ${user})
    ORDER BY f.id LIMIT ${String(PAGE)}`,
});

const NEEDED = statement('files.needed', {
  parameters: { ids: 'uuid[]' },
  columns: { id: 'uuid' },
  text: ({ ids }) => `
    SELECT id FROM uploads WHERE id = ANY (${ids})
      AND (state IN ('ready', 'pending') OR state = 'open' AND expires_at > statement_timestamp())`,
});

const OPEN = statement('files.open', {
  parameters: { ids: 'uuid[]' },
  columns: { id: 'uuid' },
  text: ({ ids }) => `
    SELECT id FROM uploads WHERE id = ANY (${ids}) AND state = 'open' AND expires_at > statement_timestamp()`,
});

const toListed = ({ created_at, expires_at, ...row }: ListedRow): ListedFile => ({
  ...row,
  filename: textFromStored(row.filename),
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
});
