import { invalid } from '@parley/protocol';
import type { Attachment } from '@parley/protocol';
import { Choice, Id, Integer, JsonObject, Optional, RequiredWithout, Text, WebUrl } from '@parley/realtime/requests';
import { v7 as uuidv7 } from 'uuid';

import { filePath } from '../../uploads/file-address.js';
import { MIME_TYPES } from '../../uploads/types/mime-types.js';
import type { Upload } from '../../uploads/uploads.repository.js';
import { checkJsonBytes } from '../json-space.js';
import type { StoredAttachment } from './attachment.view.js';

const LONGEST_CAPTION = 2_000;
/**
 * Files of the service, whatever `MAX_ATTACHMENTS` permits: a request names a file with few bytes, but a frame with a
 * message shows its name of up to 2,400 bytes and its addresses.
 */
const MOST_UPLOADS = 20;

/** An attachment of a message: an uploaded file, or the address of a file elsewhere with what its sender says of it. */
export class AttachmentRequest {
  @Optional({ nullable: false })
  @Id()
  upload_id?: string;

  @RequiredWithout('upload_id')
  @WebUrl()
  media_url?: string;

  @RequiredWithout('upload_id')
  @Choice(Object.keys(MIME_TYPES))
  media_type?: Attachment['media_type'];

  @RequiredWithout('upload_id')
  @Choice(MIME_TYPES.file)
  mime_type?: string;

  /** Bytes. */
  @Optional({ nullable: false })
  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  file_size?: number;

  @Optional()
  @Text({ max: LONGEST_CAPTION })
  caption?: string | null;

  @Optional()
  @JsonObject()
  metadata?: Attachment['metadata'] | null;
}

/** Fields of an address that an uploaded file does not have: the service knows them of its files. */
const OF_ADDRESSES = ['media_url', 'media_type', 'mime_type', 'file_size'] as const;

/**
 * Checks what needs no database.
 * @param most the maximum number of attachments of a message
 * @param mostJsonBytes the maximum size of the metadata of each
 * @throws Refusal 4003
 */
export function checkMedia(
  media: readonly AttachmentRequest[],
  { most, mostJsonBytes }: { most: number; mostJsonBytes: number },
): void {
  if (media.length > most) throw invalid({ 'extra_fields.media': [`Must be at most ${String(most)} attachments.`] });
  for (const [at, request] of media.entries()) {
    const field = `extra_fields.media.${String(at)}`;
    if (request.upload_id === undefined) checkAddress(request, field);
    else checkUpload(request, field);
    checkJsonBytes(request.metadata ?? {}, `${field}.metadata`, mostJsonBytes);
  }
  const ids = uploadIdsOf(media);
  if (ids.length > MOST_UPLOADS) {
    throw invalid({ 'extra_fields.media': [`Must name at most ${String(MOST_UPLOADS)} uploads.`] });
  }
  if (new Set(ids).size < ids.length) throw invalid({ 'extra_fields.media': ['Must name each upload once.'] });
}

function checkAddress({ media_type, mime_type = '' }: AttachmentRequest, field: string): void {
  if (!media_type || MIME_TYPES[media_type].includes(mime_type)) return;
  throw invalid({ [`${field}.mime_type`]: [`Must be a MIME type of media_type ${media_type}.`] });
}

function checkUpload(request: AttachmentRequest, field: string): void {
  const further = OF_ADDRESSES.filter((name) => request[name] !== undefined);
  if (further.length === 0) return;
  throw invalid(Object.fromEntries(further.map((name) => [`${field}.${name}`, ['Must not be beside upload_id.']])));
}

/** The ids of the uploads that a message names, in lower case. */
export const uploadIdsOf = (media: readonly AttachmentRequest[]): string[] =>
  media.flatMap(({ upload_id }) => upload_id?.toLowerCase() ?? []);

/**
 * The attachments that a request describes. An uploaded file has the id of its upload, an address a new one.
 * @param media as checked by {@link checkMedia}
 * @param uploads those that it names, in the order of their names
 */
export function attachmentsOf(media: readonly AttachmentRequest[], uploads: readonly Upload[]): StoredAttachment[] {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]));
  return media.map((request) => {
    const upload = byId.get(request.upload_id?.toLowerCase() ?? '');
    const said = { caption: request.caption ?? '', metadata: request.metadata ?? {} };
    return upload ? { ...fileOf(upload), ...said } : { ...addressOf(request), ...said };
  });
}

const addressOf = (request: AttachmentRequest): Omit<StoredAttachment, 'caption' | 'metadata'> => ({
  id: uuidv7(),
  media_url: request.media_url ?? '',
  media_type: request.media_type ?? 'file',
  mime_type: request.mime_type ?? '',
  file_size: request.file_size ?? 0,
  file: null,
});

const fileOf = (upload: Upload): Omit<StoredAttachment, 'caption' | 'metadata'> => ({
  id: upload.id,
  // For exports.
  media_url: filePath(upload.id),
  media_type: mediaTypeOf(upload.mimeType),
  mime_type: upload.mimeType,
  file_size: upload.servedBytes ?? 0,
  file: {
    state: upload.state === 'pending' ? 'pending' : 'ready',
    secret: upload.secret,
    filename: upload.filename,
    width: upload.width,
    height: upload.height,
    duration: upload.duration,
    has_thumbnail: upload.hasThumbnail,
    sha256: upload.sha256 ?? '',
  },
});

function mediaTypeOf(mimeType: string): Attachment['media_type'] {
  const kinds = ['image', 'audio', 'video'] as const;
  return kinds.find((kind) => MIME_TYPES[kind].includes(mimeType)) ?? 'file';
}
