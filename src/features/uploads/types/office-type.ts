import { text } from 'node:stream/consumers';

import type { Entry, ZipFile } from 'yauzl';

/** The part of each Office Open XML document that lists the types of its parts. */
const CONTENT_TYPES = '[Content_Types].xml';
const MAX_CONTENT_TYPES_BYTES = 256 * 1_024;
/** A document has a few parts for each sheet, slide and picture. */
const MAX_ENTRIES = 10_000;
/** The type of the main part of a document without macros. */
const MAIN_PART =
  /"(application\/vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation))\.main\+xml"/;
const MACROS = /macroEnabled|vbaProject/i;

/**
 * The type of an Office Open XML document. Reads the directory of the archive and inflates one bounded entry. The
 * library `file-type` walks the entries themselves, and gives up on a large archive that was written as a stream.
 * @returns undefined if the file is any other archive, is broken, or holds macros
 */
export async function officeTypeOf(path: string): Promise<string | undefined> {
  // Loaded with the first document.
  const { openPromise } = await import('yauzl');
  try {
    const archive = await openPromise(path, { autoClose: false });
    try {
      const entry = await contentTypesOf(archive);
      return entry && mainTypeOf(await text(await archive.openReadStreamPromise(entry)));
    } finally {
      archive.close();
    }
  } catch (error) {
    // An error of the file system is not a fault of the archive.
    if (error instanceof Error && 'syscall' in error) throw error;
    return undefined;
  }
}

async function contentTypesOf(archive: ZipFile): Promise<Entry | undefined> {
  if (archive.entryCount > MAX_ENTRIES) return undefined;
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName === CONTENT_TYPES) return isSmall(entry) ? entry : undefined;
  }
  return undefined;
}

/** The library inflates no more than the size that the entry states. */
const isSmall = ({ compressedSize, uncompressedSize }: Entry): boolean =>
  Math.max(compressedSize, uncompressedSize) <= MAX_CONTENT_TYPES_BYTES;

const mainTypeOf = (xml: string): string | undefined => (MACROS.test(xml) ? undefined : MAIN_PART.exec(xml)?.[1]);
