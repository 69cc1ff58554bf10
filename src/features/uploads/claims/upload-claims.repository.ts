import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { DatabaseKind } from '../../../platform/database/distribution/database-kind.js';
import { commitTogether } from '../../../platform/database/distribution/mark.js';
import { statement } from '../../../platform/database/statement.js';
import type { FileState } from '../upload.entity.js';
import type { UploadPlace } from '../upload-grant.js';
import { UPLOAD_COLUMNS, uploadColumns, uploadOfRow } from '../uploads.repository.js';
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
    const rows = await OF_AUTHOR.rows(this.source, { ids, user: userId, room: roomId });
    return new Map(rows.map((row) => [row.id, uploadOfRow(row)]));
  }

  /** @returns `refused` if an upload is open or removed, or another message shows it */
  async claim(manager: EntityManager, claims: readonly UploadClaim[]): Promise<ClaimResult> {
    if (this.kind.isDistributed) await commitTogether(manager);
    const taken = {
      uploads: claims.map(({ uploadId }) => uploadId),
      messages: claims.map(({ messageId }) => messageId),
    };
    const count = await CLAIM.changes(manager, { ...taken, states: claims.map(({ state }) => state) });
    if (count === claims.length) return 'claimed';
    const claimable = await COUNT_CLAIMABLE.one(manager, taken);
    return claimable.count === claims.length ? 'stale' : 'refused';
  }

  /** The number of uploads that these messages show. */
  async count(manager: EntityManager, messageIds: readonly string[]): Promise<number> {
    return (await COUNT.one(manager, { messages: messageIds })).count;
  }

  /**
   * Gives back the uploads of deleted messages: nobody may read them from the commit on, and their bytes are deleted.
   */
  async release(manager: EntityManager, messageIds: readonly string[]): Promise<void> {
    await RELEASE.changes(manager, { messages: messageIds });
  }

  /**
   * Gives back uploads of the author that no message shows and none will show: their bytes are deleted. Others are left
   * as they are.
   */
  async drop(manager: EntityManager, userId: number, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await DROP.changes(manager, { ids, user: userId });
  }

  /** Gives back some uploads of messages that go on, as {@link release}. */
  async releaseOnly(manager: EntityManager, ids: readonly string[]): Promise<void> {
    await RELEASE_ONLY.changes(manager, { ids });
  }

  /** Keeps uploads that no message shows yet until some time after a moment, for a message that is sent later. */
  async keep(manager: EntityManager, { userId }: UploadPlace, ids: readonly string[], until: Date): Promise<void> {
    if (ids.length > 0) await KEEP.changes(manager, { ids, user: userId, until, seconds: UNUSED_SECONDS });
  }
}

/** How long an upload is kept that no message shows. */
export const UNUSED_SECONDS = 86_400;

const OF_AUTHOR = statement('upload_claims.of_author', {
  parameters: { ids: 'uuid[]', user: 'int4', room: 'uuid' },
  columns: UPLOAD_COLUMNS,
  isPrepared: true,
  text: ({ ids, user, room }) => `
    SELECT ${uploadColumns} FROM uploads
    WHERE id = ANY (${ids}) AND user_id = ${user} AND room_id = ${room} AND kind = 'message' AND state <> 'removing'
      AND (message_id IS NOT NULL OR expires_at > statement_timestamp())`,
});

/** For uploads `u` and claims `c`. */
const IS_FREE = `(u.message_id = c.message_id OR u.message_id IS NULL AND u.expires_at > statement_timestamp())`;

const CLAIM = statement('upload_claims.claim', {
  parameters: { uploads: 'uuid[]', messages: 'uuid[]', states: 'text[]' },
  columns: {},
  isPrepared: true,
  text: ({ uploads, messages, states }) => `
    UPDATE uploads u SET message_id = c.message_id, expires_at = NULL
    FROM unnest(${uploads}::uuid[], ${messages}::uuid[], ${states}::text[]) AS c (upload_id, message_id, state)
    WHERE u.id = c.upload_id AND u.state = c.state AND u.state IN ('pending', 'ready') AND ${IS_FREE}`,
});

const COUNT_CLAIMABLE = statement('upload_claims.claimable', {
  parameters: { uploads: 'uuid[]', messages: 'uuid[]' },
  columns: { count: 'int4' },
  isPrepared: true,
  text: ({ uploads, messages }) => `
    SELECT count(*)::int AS count FROM uploads u
    JOIN unnest(${uploads}::uuid[], ${messages}::uuid[]) AS c (upload_id, message_id) ON u.id = c.upload_id
    WHERE u.state IN ('pending', 'ready', 'blocked') AND ${IS_FREE}`,
});

const COUNT = statement('upload_claims.count', {
  parameters: { messages: 'uuid[]' },
  columns: { count: 'int4' },
  isPrepared: true,
  text: ({ messages }) => `SELECT count(*)::int AS count FROM uploads WHERE message_id = ANY (${messages})`,
});

/** The expired ones without a message are removed. */
const RELEASE = statement('upload_claims.release', {
  parameters: { messages: 'uuid[]' },
  columns: {},
  isPrepared: true,
  text: ({ messages }) => `
    UPDATE uploads SET message_id = NULL, expires_at = statement_timestamp() WHERE message_id = ANY (${messages})`,
});

const DROP = statement('upload_claims.drop', {
  parameters: { ids: 'uuid[]', user: 'int4' },
  columns: {},
  isPrepared: true,
  text: ({ ids, user }) => `
    UPDATE uploads SET expires_at = statement_timestamp()
    WHERE id = ANY (${ids}) AND user_id = ${user} AND message_id IS NULL AND expires_at > statement_timestamp()`,
});

const RELEASE_ONLY = statement('upload_claims.release_only', {
  parameters: { ids: 'uuid[]' },
  columns: {},
  isPrepared: true,
  text: ({ ids }) => `
    UPDATE uploads SET message_id = NULL, expires_at = statement_timestamp() WHERE id = ANY (${ids})`,
});

const KEEP = statement('upload_claims.keep', {
  parameters: { ids: 'uuid[]', user: 'int4', until: 'timestamptz', seconds: 'float8' },
  columns: {},
  isPrepared: true,
  text: ({ ids, user, until, seconds }) => `
    UPDATE uploads SET expires_at = greatest(expires_at, ${until}::timestamptz + ${seconds} * interval '1 second')
    WHERE id = ANY (${ids}) AND user_id = ${user} AND message_id IS NULL AND expires_at > statement_timestamp()`,
});
