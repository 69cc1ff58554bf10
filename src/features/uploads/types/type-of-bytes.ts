import { open } from 'node:fs/promises';

import { officeTypeOf } from './office-type.js';
import { encodingOf, textOf } from './plain-text.js';

const HEAD_BYTES = 64;

/** The types that the library names, as they stand in `MIME_TYPES`. */
const NAMES: Readonly<Record<string, string>> = {
  ...sameName('image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp', 'image/heic'),
  'image/apng': 'image/png',
  'image/heic-sequence': 'image/heic',
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
  ...sameName('audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/ogg', 'audio/wav'),
  'audio/ogg; codecs=opus': 'audio/opus',
  'audio/x-m4a': 'audio/mp4',
  ...sameName('video/mp4', 'video/quicktime', 'video/webm', 'video/ogg'),
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'video/matroska': 'video/x-matroska',
  'video/vnd.avi': 'video/x-msvideo',
  'video/x-m4v': 'video/mp4',
  // Families: see `matches`.
  ...sameName('application/ogg', 'application/x-cfb'),
};

/** The required head of a file, as Latin-1, where the library compares less than four bytes. */
const HEADS: Readonly<Record<string, RegExp>> = {
  'image/gif': /^GIF8[79]a/,
  // A tag, or the head of a frame of layer 2 or 3.
  'audio/mpeg': /^(?:ID3|\xff[\xe2-\xe5\xf2-\xf5\xfa-\xfd][\x10-\xef])/,
  'image/bmp': /^BM[^]{12}[\x0c\x10\x28\x34\x38\x40\x6c\x7c]\0{3}/,
};

/**
 * The type of a local file by its bytes alone: a type of `MIME_TYPES`, or a family of them that `matches` knows. Text
 * is read whole. The library skips what it does not need, and inflates at most 16 MiB of an archive.
 * @returns undefined if the type is unknown or not permitted, or the text is HTML, XML or SVG
 * @throws the error of the file system if the file cannot be read
 */
export async function typeOfBytes(path: string): Promise<string | undefined> {
  const head = await headOf(path);
  const start = head.toString('latin1');
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('PK\x03\x04')) return officeTypeOf(path);
  const text = await textOf(path, encodingOf(head));
  if (text !== undefined) return text === 'plain' ? 'text/plain' : undefined;
  const type = NAMES[(await libraryTypeOf(path)) ?? ''];
  return type !== undefined && isGenuine(type, start) ? type : undefined;
}

/** Formats whose pictures the service writes anew. */
const PICTURES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/bmp']);

/**
 * Reads the head of a file of any type.
 * @returns the type as the library names it, and that of a picture that the service can write anew
 * @throws the error of the file system if the file cannot be read
 */
export async function typesOfHead(
  path: string,
): Promise<{ readonly named: string | undefined; readonly picture: string | undefined }> {
  const named = await libraryTypeOf(path);
  const type = NAMES[named ?? ''];
  const isPicture =
    type !== undefined && PICTURES.has(type) && isGenuine(type, (await headOf(path)).toString('latin1'));
  return { named, picture: isPicture ? type : undefined };
}

/** The encoding of a text by its byte order mark; null: UTF-8. */
export async function charsetOf(path: string): Promise<string | null> {
  const encoding = encodingOf(await headOf(path));
  return encoding === 'utf-8' ? null : encoding;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The library skips the tag of an MP3 file and a byte order mark, and would find anything behind them. */
function isGenuine(type: string, start: string): boolean {
  if (start.startsWith('\xef\xbb\xbf')) return false;
  if (start.startsWith('ID3')) return type.startsWith('audio/');
  return HEADS[type]?.test(start) ?? true;
}

async function libraryTypeOf(path: string): Promise<string | undefined> {
  // Loaded with the first file.
  const { fileTypeFromFile } = await import('file-type');
  try {
    return (await fileTypeFromFile(path))?.mime;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    // The library throws errors of many kinds at malformed files.
    return undefined;
  }
}

function sameName(...types: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(types.map((type) => [type, type]));
}
