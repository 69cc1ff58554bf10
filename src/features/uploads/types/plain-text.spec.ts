import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { textOf } from './plain-text.js';

/** The bytes that are read at once. */
const PART = 262_144;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-text-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function kindOf(content: Buffer | string, encoding = 'utf-8'): Promise<string | undefined> {
  const path = join(folder, 'text');
  await writeFile(path, content);
  return textOf(path, encoding);
}

const ascii = (bytes: number): Buffer => Buffer.alloc(bytes, 'a line of text\n');

describe('a text of several parts', () => {
  it.each([0, 1, 2, 3])('may have a character whose bytes are in two parts, %i of them in the first', async (bytes) => {
    const text = Buffer.concat([ascii(PART - bytes), Buffer.from('👋'), ascii(2 * PART)]);
    expect(await kindOf(text)).toBe('plain');
  });

  it.each([1, 2, 3])('is no text if a character ends with a part, after %i bytes', async (bytes) => {
    const cut = Buffer.from('👋').subarray(0, bytes);
    const start = Buffer.concat([ascii(PART - bytes), cut]);
    expect(await kindOf(Buffer.concat([start, ascii(PART)]))).toBeUndefined();
    expect(await kindOf(start)).toBeUndefined();
  });

  it('may have every character of ASCII that is printed, or is white space', async () => {
    const printed = Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at)).join('');
    expect(await kindOf(`${printed}\t\n\f\r`)).toBe('plain');
  });

  it('has no control character, wherever it is', async () => {
    const codes = [...Array(0x20).keys(), 0x7f].filter((code) => !'\t\n\f\r'.includes(String.fromCharCode(code)));
    for (const [at, code] of codes.entries()) {
      for (const place of [at % 4, PART + (at % 7), 2 * PART + 2]) {
        const text = ascii(2 * PART + 3);
        text[place] = code;
        expect([code, place, await kindOf(text)]).toEqual([code, place, undefined]);
      }
    }
    expect(await kindOf(`${String(ascii(PART))}\u0085`)).toBeUndefined();
  });

  it('is markup if nothing but white space of a whole part is before it', async () => {
    expect(await kindOf(`${' '.repeat(PART)}<html>`)).toBe('markup');
  });

  it('is not ASCII if it is UTF-16', async () => {
    expect(await kindOf(Buffer.from('ab', 'latin1'), 'utf-16le')).toBe('plain');
    expect(await kindOf(Buffer.from('abc', 'latin1'), 'utf-16le')).toBeUndefined();
  });
});
