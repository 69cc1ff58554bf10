import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import { isPlainAscii } from './plain-ascii.js';

/** Texts that a browser takes for markup at the start of a file (WHATWG MIME Sniffing, section 7.1), and SVG. */
const MARKUP = new RegExp(
  `^\\s*<(?:!--|\\?xml|(?:${[
    '!doctype',
    'html',
    'head',
    'script',
    'iframe',
    'h1',
    'div',
    'font',
    'table',
    'a',
    'style',
    'title',
    'b',
    'body',
    'br',
    'p',
    'svg',
  ].join('|')})(?:[\\s/>]|$))`,
  'i',
);
/** Characters that are read before the text is compared with {@link MARKUP}. */
const BEGINNING = 4_096;
const LAST_OF_ASCII = 0x7f;
/** Memory of a check, and what is checked without a pause. */
const PART_BYTES = 262_144;
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/**
 * Reads a file as text: UTF-8, or UTF-16 with a byte order mark, without control characters. Reads no further than the
 * first byte that is not text.
 * @returns `markup` if the text begins as HTML, XML or SVG; undefined if the file is not text
 */
export async function textOf(path: string, encoding: string): Promise<'plain' | 'markup' | undefined> {
  const text = new TextStart(encoding);
  const file = await open(path);
  const parts = new PartsAhead(file);
  try {
    for (;;) {
      const part = await parts.next();
      if (!text.accepts(part)) return undefined;
      if (part.length === 0) return MARKUP.test(text.beginning) ? 'markup' : 'plain';
    }
  } finally {
    await parts.end();
    await file.close();
  }
}

/** Reads a file: each part while the one before it is checked. */
class PartsAhead {
  private buffer = Buffer.allocUnsafeSlow(PART_BYTES);
  private otherBuffer = Buffer.allocUnsafeSlow(PART_BYTES);
  private reading: Promise<Buffer>;

  constructor(private readonly file: FileHandle) {
    this.reading = this.read();
  }

  /** @returns bytes that are valid until the next call; none at the end */
  async next(): Promise<Buffer> {
    const part = await this.reading;
    this.reading = this.read();
    return part;
  }

  /** The file can be closed afterwards. */
  async end(): Promise<void> {
    await this.reading.catch(() => undefined);
  }

  private async read(): Promise<Buffer> {
    const { buffer } = this;
    [this.buffer, this.otherBuffer] = [this.otherBuffer, buffer];
    const { bytesRead } = await this.file.read(buffer, 0, buffer.length);
    return buffer.subarray(0, bytesRead);
  }
}

/** The start of a text, all of whose bytes are checked. */
class TextStart {
  beginning = '';
  private readonly decoder: InstanceType<typeof TextDecoder>;
  /** Whether the bytes of the last character may be cut. */
  private isCut = false;

  constructor(private readonly encoding: string) {
    this.decoder = new TextDecoder(encoding, { fatal: true });
  }

  /** @param part no bytes at the end @returns false if they are not text */
  accepts(part: Buffer): boolean {
    const isWhole = this.encoding === 'utf-8' && !this.isCut;
    if (isWhole && isPlainAscii(part)) {
      this.add(() => part.toString('latin1'));
      return true;
    }
    const text = this.decoded(part);
    if (text === undefined || CONTROL.test(text)) return false;
    this.isCut = (part.at(-1) ?? 0) > LAST_OF_ASCII;
    this.add(() => text);
    return true;
  }

  private decoded(part: Buffer): string | undefined {
    try {
      return this.decoder.decode(part, { stream: part.length > 0 });
    } catch {
      return undefined;
    }
  }

  private add(text: () => string): void {
    if (this.beginning.length < BEGINNING) this.beginning = (this.beginning + text()).trimStart();
  }
}

/** The encoding that a byte order mark names; UTF-8 without one. */
export function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
