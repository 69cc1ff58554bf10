import type { Feature } from '../../platform/feature/feature.js';
import { isoTime } from '../../platform/feature/personal-data.js';
import { UploadRow, UploadUsage } from './upload.entity.js';

/**
 * The avatar of the user, and the files that nothing shows. Files of messages are removed with their messages, and the
 * avatar of a room that the user has chosen belongs to the room.
 */
const EXPIRE_UPLOADS = `
  UPDATE uploads SET expires_at = statement_timestamp()
  WHERE user_id = $1 AND (expires_at > statement_timestamp() OR kind = 'avatar' AND expires_at IS NULL)`;

/** The user's files whose bytes are kept. */
const COUNT_FILES = `
  SELECT count(*)::int AS count FROM uploads
  WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > statement_timestamp())`;

const HELD_FILES = `
  SELECT count(*)::int AS files, coalesce(sum(coalesce(served_bytes, bytes)), 0)::bigint AS file_bytes
  FROM uploads WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > statement_timestamp())`;

export const uploadsFeature: Feature = {
  entities: [UploadRow, UploadUsage],
  personalData: {
    exported: {
      files: `SELECT id AS key, json_build_object(
      'id', id, 'kind', kind, 'room_id', room_id, 'message_id', message_id, 'state', state, 'filename', filename,
      'mime_type', mime_type, 'bytes', coalesce(served_bytes, bytes), 'sha256', sha256, 'width', width, 'height', height, 'duration', duration,
      'signature', signature, 'created_at', ${isoTime('created_at')}, 'expires_at', ${isoTime('expires_at')}) AS item
    FROM uploads WHERE user_id = $1 AND state <> 'removing'`,
    },
    removed: [{ statement: EXPIRE_UPLOADS }],
    counted: { files: COUNT_FILES },
    holdings: HELD_FILES,
    notExported: {
      'upload_usage.*': 'is the sum of the sizes of the files',
      'uploads.*': 'are a secret, and the state of the upload and of its scan',
    },
    notRemoved: { 'upload_usage.user_id': 'is the sum of the sizes of the files that are left' },
  },
};
