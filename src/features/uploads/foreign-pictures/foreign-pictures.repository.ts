import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
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
    await this.source.query(INSERT, [
      id,
      place?.userId ?? NOBODY,
      place?.roomId ?? null,
      mimeType,
      bytes,
      secret,
      sha256,
      width,
      height,
      hasThumbnail,
      seconds,
    ]);
  }

  /** Removes the oldest kept pictures beyond a number of bytes of all. */
  async bound(mostBytes: number): Promise<void> {
    await this.source.query(BOUND, [NOBODY, mostBytes]);
  }
}

const INSERT = prepared(`
  INSERT INTO uploads (id, kind, state, filename, user_id, room_id, mime_type, bytes, served_bytes, charged_bytes, secret,
    sha256, width, height, has_thumbnail, expires_at)
  VALUES ($1, 'preview', 'ready', '', $2, $3, $4, $5::bigint, $5::bigint, 0, $6, $7, $8, $9, $10,
    date_trunc('milliseconds', now()) + $11 * interval '1 second')`);

const BOUND = `
  UPDATE uploads SET expires_at = statement_timestamp()
  WHERE expires_at > statement_timestamp() AND id IN (
    SELECT id FROM (
      SELECT id, sum(served_bytes) OVER (ORDER BY created_at DESC, id DESC) AS bytes
      FROM uploads WHERE user_id = $1 AND kind = 'preview') kept
    WHERE kept.bytes > $2)`;
