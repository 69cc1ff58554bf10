import type { NewAttachment } from '@parley/client';

import { isUrl } from './links.js';

export type MediaType = NewAttachment['media_type'];

/** The media types that the service shows, by file extension. */
const BY_EXTENSION: Readonly<Record<string, readonly [MediaType, string]>> = {
  jpg: ['image', 'image/jpeg'],
  jpeg: ['image', 'image/jpeg'],
  png: ['image', 'image/png'],
  gif: ['image', 'image/gif'],
  webp: ['image', 'image/webp'],
  bmp: ['image', 'image/bmp'],
  heic: ['image', 'image/heic'],
  mp3: ['audio', 'audio/mpeg'],
  m4a: ['audio', 'audio/mp4'],
  aac: ['audio', 'audio/aac'],
  oga: ['audio', 'audio/ogg'],
  ogg: ['audio', 'audio/ogg'],
  wav: ['audio', 'audio/wav'],
  opus: ['audio', 'audio/opus'],
  mp4: ['video', 'video/mp4'],
  mov: ['video', 'video/quicktime'],
  webm: ['video', 'video/webm'],
  ogv: ['video', 'video/ogg'],
  avi: ['video', 'video/x-msvideo'],
  mkv: ['video', 'video/x-matroska'],
  pdf: ['file', 'application/pdf'],
  doc: ['file', 'application/msword'],
  xls: ['file', 'application/vnd.ms-excel'],
  ppt: ['file', 'application/vnd.ms-powerpoint'],
  docx: ['file', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xlsx: ['file', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  pptx: ['file', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  txt: ['file', 'text/plain'],
  csv: ['file', 'text/csv'],
};

/** Used when the URL has no known extension. */
const DEFAULT_MIME_TYPES: Readonly<Record<MediaType, string>> = {
  image: 'image/jpeg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  file: 'application/pdf',
};

const ACCEPTED: ReadonlySet<string> = new Set(Object.values(BY_EXTENSION).map(([, mimeType]) => mimeType));

export const isAcceptedType = (mimeType: string): boolean => ACCEPTED.has(mimeType);

const typeByName = (name: string): readonly [MediaType, string] | undefined =>
  BY_EXTENSION[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];

/** The MIME type of a file by its extension; undefined: the service shows none of it. */
export const mimeTypeByName = (name: string): string | undefined => typeByName(name)?.[1];

const typeByExtension = (url: string): readonly [MediaType, string] | undefined => typeByName(new URL(url).pathname);

/** Guesses the media type from the extension of a URL. */
export const guessMediaType = (url: string): MediaType => (isUrl(url) ? (typeByExtension(url)?.[0] ?? 'file') : 'file');

/** @param type the media type that the user has chosen */
export function newAttachment(url: string, type: MediaType, caption: string): NewAttachment {
  const found = typeByExtension(url);
  const mimeType = found?.[0] === type ? found[1] : DEFAULT_MIME_TYPES[type];
  const text = caption.trim();
  return { media_url: url, media_type: type, mime_type: mimeType, ...(text ? { caption: text } : {}) };
}
