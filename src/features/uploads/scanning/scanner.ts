import type { Readable } from 'node:stream';

/** The verdict of a scanner about the bytes of a file. */
export type Verdict =
  | { readonly isClean: true }
  /** @param signature what the scanner calls what it has found; null: it has no name */
  | { readonly isClean: false; readonly signature: string | null };

export const CLEAN: Verdict = { isClean: true };

const LONGEST_SIGNATURE = 200;

/** @param name as the scanner has sent it */
export function blocked(name: string): Verdict {
  const signature = name
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_SIGNATURE);
  return { isClean: false, signature: signature === '' ? null : signature };
}

/** Looks for what nobody is to read, such as viruses. It judges bytes alone: it gets no name, type or author. */
export abstract class Scanner {
  /** For the log. It never contains a secret. */
  abstract readonly description: string;

  /**
   * @param bytes are read to their end, unless the verdict needs only a part of them. A failure of theirs is thrown as
   *   it is
   * @param size the number of the bytes
   * @param signal ends the scan
   * @throws ScannerAway if the scanner does not answer
   * @throws ScanFailed if it answers without a verdict
   */
  abstract scan(bytes: Readable, size: number, signal: AbortSignal): Promise<Verdict>;
}

/** The scanner cannot be reached, or ends the connection without an answer: all files have to wait. */
export class ScannerAway extends Error {}

/** The scanner answers, but has no verdict on this file, for example because it takes none of this size. */
export class ScanFailed extends Error {}
