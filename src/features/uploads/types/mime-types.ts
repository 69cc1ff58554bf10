import type { Attachment } from '@parley/protocol';

const IMAGES = ['jpeg', 'png', 'gif', 'webp', 'bmp', 'heic'].map((kind) => `image/${kind}`);
const SOUNDS = ['mpeg', 'mp4', 'aac', 'ogg', 'wav', 'opus'].map((kind) => `audio/${kind}`);
const FILMS = ['mp4', 'quicktime', 'webm', 'ogg', 'x-msvideo', 'x-matroska'].map((kind) => `video/${kind}`);
const OFFICE = ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'];
const DOCUMENTS = [
  ...['pdf', 'msword', 'vnd.ms-excel', 'vnd.ms-powerpoint'].map((kind) => `application/${kind}`),
  ...OFFICE.map((kind) => `application/vnd.openxmlformats-officedocument.${kind}`),
  'text/plain',
  'text/csv',
];

/** The permitted MIME types of each media type. */
export const MIME_TYPES: Readonly<Record<Attachment['media_type'], readonly string[]>> = {
  image: IMAGES,
  audio: SOUNDS,
  video: FILMS,
  file: [...IMAGES, ...SOUNDS, ...FILMS, ...DOCUMENTS],
};

/** The type of a file that is none of `MIME_TYPES`, whatever its author has declared: it is served as a download only. */
export const OTHER_TYPE = 'application/octet-stream';

/**
 * Whether a list blocks a file.
 * @param blocked types such as `application/zip` and `video/*`, and endings of names such as `.exe`, in lower case
 * @param types that were declared, or found in the bytes
 */
export function isBlocked(
  blocked: readonly string[],
  { filename, types }: { readonly filename: string; readonly types: readonly string[] },
): boolean {
  const name = filename.trimEnd().toLowerCase();
  return blocked.some((entry) => {
    if (entry.startsWith('.')) return name.endsWith(entry);
    return types.some((type) => (entry.endsWith('/*') ? type.startsWith(entry.slice(0, -1)) : type === entry));
  });
}
