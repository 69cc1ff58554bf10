import { create } from 'content-disposition';
import fresh from 'fresh';

import { downloadName } from './download-name.js';

/** A file, or its thumbnail, as `GET /api/files/{id}` serves it. */
export interface ServedFile {
  /** Of the file, also for its thumbnail. */
  readonly mimeType: string;
  /** Of a text; null: UTF-8. */
  readonly charset: string | null;
  readonly filename: string;
  /** Of the file, also for its thumbnail. Hexadecimal. */
  readonly sha256: string;
  readonly isThumbnail: boolean;
  /** Until when the signed URL is read without asking again; missing if a token permits the request. */
  readonly signedUntil?: Date;
}

const THUMBNAIL_TYPE = 'image/webp';
/** Types that a browser shows inline. PDF is not among them: browsers do not show a PDF in a sandbox. */
const INLINE = /^(?:image\/(?:jpeg|png|gif|webp)|(?:audio|video)\/.*)$/;
const MEDIA = /^(?:audio|video)\//;
/** A file that is opened as a page runs nothing, and loads nothing but itself. */
const POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/** The player of a browser requests the file again, and may not from another origin. Scripts stay forbidden. */
const MEDIA_POLICY = `${POLICY} allow-same-origin`;

/** All headers that do not depend on the requested range. */
export function servedHeaders(file: ServedFile, now: Date): Readonly<Record<string, string>> {
  const type = servedType(file);
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=${file.charset ?? 'utf-8'}` : type,
    'Content-Disposition': create(servedName(file), { type: INLINE.test(type) ? 'inline' : 'attachment' }),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': MEDIA.test(type) ? MEDIA_POLICY : POLICY,
    // The pages of an application may show a file by its signed URL. A token is never sent by a tag of a page.
    'Cross-Origin-Resource-Policy': file.signedUntil ? 'cross-origin' : 'same-origin',
    ETag: etagOf(file),
    'Cache-Control': cacheControl(file, now),
    'Accept-Ranges': 'bytes',
  };
}

/** The strong entity tag of the bytes that are served. */
export const etagOf = ({ sha256, isThumbnail }: ServedFile): string =>
  isThumbnail ? `"${sha256}.thumbnail"` : `"${sha256}"`;

/** Whether the reader has the bytes (304). @param ifNoneMatch the header of the request */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag });

const servedType = ({ mimeType, isThumbnail }: ServedFile): string => (isThumbnail ? THUMBNAIL_TYPE : mimeType);

function servedName({ filename, mimeType, isThumbnail }: ServedFile): string {
  const name = downloadName(filename, mimeType);
  return isThumbnail ? `${name}.thumbnail.webp` : name;
}

/**
 * The right to read may end. A signed URL is read until its end without asking again; a request with a token is asked
 * each time, also because the next user of a browser may have another token.
 */
function cacheControl({ signedUntil }: ServedFile, now: Date): string {
  if (!signedUntil) return 'private, no-cache';
  const seconds = Math.max(0, Math.floor((signedUntil.getTime() - now.getTime()) / 1_000));
  return `private, max-age=${String(seconds)}, immutable`;
}
