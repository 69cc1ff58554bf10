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
