import type { Attachment } from '@parley/protocol';

import { fileAddress, thumbnailAddress } from '../../uploads/file-address.js';
import type { FileState } from '../../uploads/upload.entity.js';

/** The fields of its file that an attachment copies from the row of the upload. */
export interface AttachedFile {
  readonly state: FileState;
  readonly secret: string;
  readonly filename: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly has_thumbnail: boolean;
  readonly sha256: string;
}

/** An attachment as it is stored: a file of the service, whose id it has, or an address that its sender gave. */
export interface StoredAttachment extends Pick<
  Attachment,
  'id' | 'media_url' | 'media_type' | 'mime_type' | 'file_size' | 'caption' | 'metadata'
> {
  /** Null: the attachment is an address. */
  readonly file: AttachedFile | null;
}

/** The fields that only an attachment with an address has. */
const OF_ADDRESSES = {
  filename: null,
  state: null,
  width: null,
  height: null,
  duration: null,
  thumbnail_url: null,
  sha256: null,
} as const satisfies Partial<Attachment>;

/**
 * An attachment for its receivers. The addresses of a file are signed anew each time. The addresses of a file that
 * waits for its scan are of use once it can be read; a blocked file has none.
 */
export function toAttachment(stored: StoredAttachment): Attachment {
  const { id, media_url, media_type, mime_type, file_size, caption, metadata, file } = stored;
  const described = { media_type, mime_type, file_size, caption, metadata };
  if (!file) return { id, media_url, ...described, ...OF_ADDRESSES };
  const address = file.state === 'blocked' ? '' : fileAddress({ id, secret: file.secret });
  return {
    id,
    media_url: address,
    ...described,
    filename: file.filename,
    state: file.state,
    width: file.width,
    height: file.height,
    duration: file.duration,
    thumbnail_url: file.has_thumbnail && address !== '' ? thumbnailAddress(address) : null,
    sha256: file.sha256,
  };
}
