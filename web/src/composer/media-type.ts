import type { NewAttachment } from '@parley/client';

export type MediaType = NewAttachment['media_type'];

/** Those that the service takes, by the ends of file names. */
const BY_END: Readonly<Record<string, readonly [MediaType, string]>> = {
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

/** Where the address does not tell. */
const OTHERWISE: Readonly<Record<MediaType, string>> = {
  image: 'image/jpeg',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  file: 'application/pdf',
};

const foundIn = (url: string): readonly [MediaType, string] | undefined => {
  const { pathname } = new URL(url);
  return BY_END[/\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? ''];
};

export const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** What lies at an address, as far as it tells. */
export const mediaTypeOf = (url: string): MediaType => (isAddress(url) ? (foundIn(url)?.[0] ?? 'file') : 'file');

/** @param type what the user says that it is */
export function attachmentOf(url: string, type: MediaType, caption: string): NewAttachment {
  const found = foundIn(url);
  const mimeType = found?.[0] === type ? found[1] : OTHERWISE[type];
  const words = caption.trim();
  return { media_url: url, media_type: type, mime_type: mimeType, ...(words ? { caption: words } : {}) };
}
