import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import type { UploadPlace } from '../upload-grant.js';
import type { CheckedFile } from '../uploads.repository.js';

export interface NewPicture extends CheckedFile {
  readonly id: string;
  readonly secret: string;
}

/** Of kept pictures, which belong to no user. */
const NOBODY = 0;

/** Uploads of kind `preview`. Raw SQL, because the clock of the database decides, and a sum bounds them. */
@Injectable()
export class ForeignPicturesRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * @param place the author and the room of the message that is to show it; undefined: it is kept for all
   * @param seconds after which it is removed, unless a message shows it
   */
  async insert(place: UploadPlace | undefined, picture: NewPicture, seconds: number): Promise<void> {
    const { id, secret, mimeType, bytes, sha256, width, height, hasThumbnail } = picture;
    await INSERT.rows(this.source, {
      id,
      user: place?.userId ?? NOBODY,
      room: place?.roomId ?? null,
      mimeType,
      bytes,
      secret,
      sha256,
      width,
      height,
      hasThumbnail,
      seconds,
    });
  }

  /** Removes the oldest kept pictures beyond a number of bytes of all. */
  async bound(mostBytes: number): Promise<void> {
    await BOUND.changes(this.source, { nobody: NOBODY, most: mostBytes });
  }
}

const INSERT = statement('foreign_pictures.insert', {
  parameters: {
    id: 'uuid',
    user: 'int4',
    room: 'uuid | null',
    mimeType: 'text',
    bytes: 'int8',
    secret: 'text',
    sha256: 'text',
    width: 'int4 | null',
    height: 'int4 | null',
    hasThumbnail: 'bool',
    seconds: 'float8',
  },
  columns: {},
  isPrepared: true,
  text: ({ id, user, room, mimeType, bytes, secret, sha256, width, height, hasThumbnail, seconds }) => `
    INSERT INTO uploads (id, kind, state, filename, user_id, room_id, mime_type, bytes, served_bytes, charged_bytes,
      secret, sha256, width, height, has_thumbnail, expires_at)
    VALUES (${id}, 'preview', 'ready', '', ${user}, ${room}, ${mimeType}, ${bytes}::bigint, ${bytes}::bigint, 0,
      ${secret}, ${sha256}, ${width}, ${height}, ${hasThumbnail},
      date_trunc('milliseconds', now()) + ${seconds} * interval '1 second')`,
});

const BOUND = statement('foreign_pictures.bound', {
  parameters: { nobody: 'int4', most: 'int8' },
  columns: {},
  text: ({ nobody, most }) => `
    UPDATE uploads SET expires_at = statement_timestamp()
    WHERE expires_at > statement_timestamp() AND id IN (
      SELECT id FROM (
        SELECT id, sum(served_bytes) OVER (ORDER BY created_at DESC, id DESC) AS bytes
        FROM uploads WHERE user_id = ${nobody} AND kind = 'preview') kept
      WHERE kept.bytes > ${most}::bigint)`,
});
