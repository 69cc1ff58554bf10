import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { sampled } from '../../../../test/support/sample.js';
import { archive } from './archive.fake.js';
import { matches } from './declared-type.js';
import { MIME_TYPES } from './mime-types.js';
import { typeOfBytes } from './type-of-bytes.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const RUNS = { numRuns: sampled(100) };
const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504)]);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-types-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function typeOf(bytes: Buffer | string): Promise<string | undefined> {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return typeOfBytes(path);
}

const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

/** A document whose list of types comes last, behind more bytes than can be skipped without the directory. */
const office = (mainPart: string): Buffer =>
  archive([
    { name: 'word/media/image1.png', bytes: incompressible(1_200_000) },
    {
      name: '[Content_Types].xml',
      bytes: Buffer.from(`<Types><Override ContentType="${mainPart}.main+xml"/></Types>`),
    },
  ]);

function incompressible(bytes: number): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length: bytes }, () => (state = (state * 48_271) % 0x7fffffff) & 0xff));
}

describe('the type of a recording or picture', () => {
  it.each([
    ['picture.jpg', 'image/jpeg'],
    ['picture.png', 'image/png'],
    ['moving.png', 'image/png'],
    ['picture.gif', 'image/gif'],
    ['picture.webp', 'image/webp'],
    ['picture.bmp', 'image/bmp'],
    ['picture.heic', 'image/heic'],
    ['tone.mp3', 'audio/mpeg'],
    ['plain.mp3', 'audio/mpeg'],
    ['tone.m4a', 'audio/mp4'],
    ['tone-isom.mp4', 'video/mp4'],
    ['tone.aac', 'audio/aac'],
    ['tone.ogg', 'audio/ogg'],
    ['tone.opus', 'audio/opus'],
    ['tone.wav', 'audio/wav'],
    ['film.mp4', 'video/mp4'],
    ['turned.mp4', 'video/mp4'],
    ['fragmented.mp4', 'video/mp4'],
    ['film.mov', 'video/quicktime'],
    ['film.webm', 'video/webm'],
    ['live.webm', 'video/webm'],
    ['film.ogv', 'video/ogg'],
    ['film.avi', 'video/x-msvideo'],
    ['film.mkv', 'video/x-matroska'],
  ])('of %s is %s', async (name, type) => {
    expect(await typeOfBytes(join(FIXTURES, name))).toBe(type);
  });

  it('does not change if markup is appended', async () => {
    expect(await typeOf(Buffer.concat([fixture('picture.png'), Buffer.from('<html><script>')]))).toBe('image/png');
  });

  it('is unknown if markup comes first', async () => {
    for (const name of ['picture.png', 'picture.gif']) {
      expect(await typeOf(Buffer.concat([Buffer.from('<html><script>'), fixture(name)]))).toBeUndefined();
    }
  });

  it.each(['BM\0\xff', 'GIF\0\xff', '\xef\xbb\xbfGIF89a\0\xff'])('is unknown for %j', async (head) => {
    expect(await typeOf(Buffer.from(head.padEnd(64, '\0'), 'latin1'))).toBeUndefined();
  });

  it('is not that of the bytes behind a tag of MP3', async () => {
    const tag = Buffer.from('ID3\x03\0\0\0\0\0\x02\0\0', 'latin1');
    expect(await typeOf(Buffer.concat([tag, fixture('plain.mp3')]))).toBe('audio/mpeg');
    expect(await typeOf(Buffer.concat([tag, fixture('picture.png')]))).toBeUndefined();
  });
});

describe('the type of a document', () => {
  it.each(['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'])(
    'is found in a large %s that was written as a stream',
    async (kind) => {
      expect(await typeOf(office(OFFICE + kind))).toBe(OFFICE + kind);
    },
  );

  it.each([
    ['macros', office('application/vnd.ms-word.document.macroEnabled')],
    ['no list of types', archive([{ name: 'word/document.xml', bytes: Buffer.from('x') }])],
    ['no entry', archive([])],
    ['a broken directory', office(`${OFFICE}spreadsheetml.sheet`).subarray(0, -9)],
  ])('is unknown for an archive with %s', async (_, bytes) => {
    expect(await typeOf(bytes)).toBeUndefined();
  });

  it.each([undefined, 100])('is unknown for an archive bomb that states %s bytes', async (statedBytes) => {
    const bytes = Buffer.concat([Buffer.from(`"${OFFICE}spreadsheetml.sheet.main+xml"`), Buffer.alloc(50_000_000)]);
    const bomb = { name: '[Content_Types].xml', bytes, ...(statedBytes === undefined ? {} : { statedBytes }) };
    expect(await typeOf(archive([bomb]))).toBeUndefined();
  });

  it('is unknown for other archives', async () => {
    expect(await typeOf(gzipSync(Buffer.alloc(50_000_000)))).toBeUndefined();
  });

  it('is a family for old office programs', async () => {
    expect(await typeOf(CFB)).toBe('application/x-cfb');
  });

  it('is PDF only if the file begins as one', async () => {
    expect(await typeOf('%PDF-1.7\n%%EOF')).toBe('application/pdf');
    expect(await typeOf('<html>\n%PDF-1.7\n%%EOF')).toBeUndefined();
  });
});

describe('the type of a text', () => {
  const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

  it.each<[string | Buffer, string]>([
    ['', 'no byte'],
    ['a;b\r\n1;2\f', 'lines'],
    ['BMW, GIF and ID3 are words; 1 < 2 <3', 'words that begin like pictures'],
    ['\ufeffÄ 山 👋', 'UTF-8 with a byte order mark'],
    [Buffer.from('\ufeffÄ 山 👋', 'utf16le'), 'UTF-16, little-endian'],
    [utf16be('Ä 山 👋'), 'UTF-16, big-endian'],
    [`${'a'.repeat(65_535)}山${'b'.repeat(65_535)}`, 'a character over the end of a block'],
    ['Read <script> and <html> in this text', 'markup in the middle'],
  ])('is text/plain for %j: %s', async (text) => {
    expect(await typeOf(text)).toBe('text/plain');
  });

  it.each<[string | Buffer, string]>([
    ['<!DOCTYPE html><p>', 'HTML'],
    [' \n\t<HTML>', 'HTML after white space'],
    ['\ufeff\n<script>alert(1)</script>', 'a script after a byte order mark'],
    ['<svg/onload=alert(1)>', 'SVG'],
    ['<?xml version="1.0"?><svg xmlns=""/>', 'XML'],
    ['<!-- x --><svg>', 'a comment'],
    [`${' '.repeat(200_000)}<html>`, 'HTML after long white space'],
    [Buffer.from('\ufeff<html>', 'utf16le'), 'HTML in UTF-16'],
    [utf16be('<svg>'), 'SVG in UTF-16'],
    ['a\0b', 'NUL'],
    ['a\x1bb', 'a control character'],
    [`${'a'.repeat(200_000)}\x01`, 'a control character at the end'],
    [Buffer.from('Käse', 'latin1'), 'Latin-1'],
    [Buffer.from('\ufeffa', 'utf16le').subarray(0, -1), 'half a character'],
    [Buffer.from('Käse').subarray(0, 2), 'a cut character'],
    [Buffer.from('a', 'utf16le'), 'UTF-16 without a byte order mark'],
  ])('is unknown for %j: %s', async (text) => {
    expect(await typeOf(text)).toBeUndefined();
  });

  it('is text/plain for every text without markup and control characters', async () => {
    const texts = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('<') && !/\p{Cc}/u.test(text));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await typeOf(`- ${text}`)).toBe('text/plain');
      }),
      RUNS,
    );
  });
});

describe('the type of bytes', () => {
  const samples = [...readdirSync(FIXTURES).map(fixture), CFB, office(`${OFFICE}spreadsheetml.sheet`)];

  it('matches each permitted type for some file', async () => {
    const types = ['wordprocessingml.document', 'presentationml.presentation'].map((kind) => office(OFFICE + kind));
    const found: (string | undefined)[] = [];
    for (const bytes of [...samples, ...types, '%PDF-1.4\n', 'a,b']) found.push(await typeOf(bytes));
    const unmatched = MIME_TYPES.file.filter((type) => !found.some((one) => one !== undefined && matches(type, one)));
    expect(unmatched).toEqual([]);
  });

  it('is a type that somebody may declare, or unknown, for any damaged file', async () => {
    const damaged = fc
      .tuple(fc.constantFrom(...samples), fc.uint8Array({ minLength: 1, maxLength: 16 }), fc.nat(), fc.nat())
      .map(([sample, noise, at, end]) => {
        const bytes = Buffer.from(sample);
        bytes.set(noise.subarray(0, bytes.length - (at % bytes.length)), at % bytes.length);
        return bytes.subarray(0, 1 + (end % bytes.length));
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array().map(Buffer.from)), async (bytes) => {
        const type = await typeOf(bytes);
        expect(type === undefined || MIME_TYPES.file.some((declared) => matches(declared, type))).toBe(true);
      }),
      RUNS,
    );
  });

  it('rejects with the error of a file that cannot be read', async () => {
    await expect(typeOfBytes(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  });
});
