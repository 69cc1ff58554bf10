import { ENDINGS } from './endings.js';

/** Types by other names, which browsers and programs give. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...named('image/jpeg', 'image/jpg', 'image/pjpeg', 'image/x-citrix-jpeg'),
    ...named('image/png', 'image/x-png', 'image/x-citrix-png', 'image/apng'),
    ...named('image/bmp', 'image/x-bmp', 'image/x-ms-bmp'),
    ...named('image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'),
    ...named('audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mp3', 'audio/x-mpeg', 'audio/mpg'),
    ...named('audio/mp4', 'audio/m4a', 'audio/x-m4a', 'audio/x-mp4'),
    ...named('audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/x-hx-aac-adts'),
    ...named('audio/ogg', 'audio/x-ogg', 'audio/vorbis'),
    ...named('audio/wav', 'audio/wave', 'audio/x-wav', 'audio/vnd.wave', 'audio/x-pn-wav'),
    ...named('video/mp4', 'video/x-m4v', 'video/m4v', 'video/3gpp', 'video/3gpp2'),
    ...named('video/x-msvideo', 'video/avi', 'video/msvideo', 'video/vnd.avi', 'application/x-troff-msvideo'),
    ...named('video/x-matroska', 'video/matroska'),
    ...named('application/pdf', 'application/x-pdf', 'application/acrobat', 'text/pdf'),
    ...named('text/csv', 'text/x-csv', 'application/csv', 'application/x-csv', 'text/comma-separated-values'),
    ...named('text/csv', 'text/x-comma-separated-values'),
    ...named('text/plain', 'text/markdown', 'text/x-markdown', 'text/x-log', 'application/x-log'),
  }),
);

/** Types of programs, which systems give to texts that the program can open. */
const OF_PROGRAMS = ['application/vnd.ms-excel', 'application/msword', 'application/vnd.ms-powerpoint'];
const TEXTS = ['text/csv', 'text/plain'];

/** The usual name of a declared type, without parameters such as `charset`. */
export function usualType(declared: string): string {
  const [name = ''] = declared.split(';');
  const type = name.trim().toLowerCase();
  return OTHER_NAMES.get(type) ?? type;
}

/**
 * The type of a text that was declared as that of a program, by the ending of its name.
 * @returns undefined: the declared type is none of a program, or the ending none of a text
 */
export function typeOfText(declared: string, filename: string): string | undefined {
  if (!OF_PROGRAMS.includes(declared)) return undefined;
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return TEXTS.find((type) => ENDINGS[type]?.includes(ending));
}

function named(type: string, ...others: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(others.map((other) => [other, type]));
}
