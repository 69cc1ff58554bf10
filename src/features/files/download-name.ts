import { ENDINGS, RUNNING_ENDINGS } from '../uploads/types/endings.js';
import { OTHER_TYPE } from '../uploads/types/mime-types.js';

/** File systems take 255 bytes, and browsers add to a name while they download. */
const MAX_BYTES = 200;
const MAX_EXTENSION_BYTES = 16;
/**
 * Control characters, separators of paths, drives and streams, and characters that Windows forbids or lines break at.
 */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** They show another extension than a name has. */
const INVISIBLE = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;
const EXTENSION = /\.[^.]*$/;

/**
 * A name for a downloaded file: that of the upload, without what is dangerous in the folder of a reader, and bounded.
 * Its ending is one of the type that the bytes have: a computer opens a file by its ending, whatever the bytes are. A
 * file of another type has any ending that does not make a computer run it.
 */
export function downloadName(filename: string, mimeType: string): string {
  const name = filename
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(UNFIT, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return shortened(withEnding(name === '' ? 'file' : name, mimeType));
}

function withEnding(name: string, mimeType: string): string {
  const ending = EXTENSION.exec(name)?.[0].slice(1).toLowerCase() ?? '';
  if (mimeType === OTHER_TYPE) return withHarmlessEnding(name, ending);
  const [usual = 'bin', ...others] = ENDINGS[mimeType] ?? [];
  return ending === usual || others.includes(ending) ? name : `${name}.${usual}`;
}

/** A file of any type keeps its ending, unless a computer would run it by that. */
function withHarmlessEnding(name: string, ending: string): string {
  if (RUNNING_ENDINGS.texts.has(ending)) return `${name}.txt`;
  return RUNNING_ENDINGS.others.has(ending) ? `${name}.bin` : name;
}

/** Cuts the end of a long name, and keeps its extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const kept = Buffer.byteLength(extension) <= MAX_EXTENSION_BYTES ? extension : '';
  return begin(name, MAX_BYTES - Buffer.byteLength(kept)).trimEnd() + kept;
}

/** The first code points of a text that need no more than so many bytes. */
function begin(text: string, bytes: number): string {
  let left = bytes;
  let end = 0;
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
