import { parse } from 'content-disposition';
import fc from 'fast-check';

import { MIME_TYPES } from '../uploads/types/mime-types.js';
import { etagOf, isNotModified, servedHeaders } from './served-headers.js';
import type { ServedFile } from './served-headers.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const SHA256 = 'a'.repeat(64);
const file: ServedFile = {
  mimeType: 'image/png',
  charset: null,
  filename: 'a.png',
  sha256: SHA256,
  isThumbnail: false,
};
const headersOf = (changes: Partial<ServedFile>): Readonly<Record<string, string>> =>
  servedHeaders({ ...file, ...changes }, NOW);
const inSeconds = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

describe('the headers of a served file', () => {
  it('are those of a picture that is requested with a token', () => {
    expect(headersOf({})).toEqual({
      'Content-Type': 'image/png',
      'Content-Disposition': 'inline; filename=a.png',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      ETag: `"${SHA256}"`,
      'Cache-Control': 'private, no-cache',
      'Accept-Ranges': 'bytes',
    });
  });

  it('describe a thumbnail as WebP with a tag of its own', () => {
    expect(headersOf({ isThumbnail: true, mimeType: 'video/mp4', filename: 'a.mp4' })).toMatchObject({
      'Content-Type': 'image/webp',
      'Content-Disposition': 'inline; filename=a.mp4.thumbnail.webp',
      ETag: `"${SHA256}.thumbnail"`,
    });
  });

  it('let a browser show pictures, sound and films only', () => {
    const shown = MIME_TYPES.file.filter((mimeType) =>
      headersOf({ mimeType })['Content-Disposition']?.startsWith('inline;'),
    );
    const pictures = ['jpeg', 'png', 'gif', 'webp'].map((kind) => `image/${kind}`);
    expect(shown).toEqual([...pictures, ...MIME_TYPES.audio, ...MIME_TYPES.video]);
  });

  it.each([
    'application/octet-stream',
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'image/png;a',
    'x/image/png',
    '',
  ])('never show %j in a browser', (mimeType) => {
    expect(headersOf({ mimeType })['Content-Disposition']).toMatch(/^attachment;/);
  });

  it('never let scripts of a file run', () => {
    for (const mimeType of MIME_TYPES.file) {
      const policy = headersOf({ mimeType })['Content-Security-Policy'];
      expect(policy).toMatch(/^default-src 'none';.*; sandbox( allow-same-origin)?$/);
      expect(policy).not.toContain('script');
    }
  });

  it('state the encoding of a text', () => {
    expect(headersOf({ mimeType: 'text/csv' })['Content-Type']).toBe('text/csv; charset=utf-8');
    expect(headersOf({ mimeType: 'text/csv', charset: 'utf-16le' })['Content-Type']).toBe('text/csv; charset=utf-16le');
  });

  it('let a browser keep a file until the signed URL ends', () => {
    const kept = (signedUntil: Date): string | undefined => headersOf({ signedUntil })['Cache-Control'];
    expect(kept(inSeconds(3_600))).toBe('private, max-age=3600, immutable');
    expect(kept(inSeconds(1.9))).toBe('private, max-age=1, immutable');
    expect(kept(inSeconds(-60))).toBe('private, max-age=0, immutable');
  });

  it('let the pages of other origins show a file by its signed URL', () => {
    expect(headersOf({ signedUntil: inSeconds(60) })['Cross-Origin-Resource-Policy']).toBe('cross-origin');
  });

  it('name a file in ASCII and in Unicode', () => {
    expect(headersOf({ filename: 'Käse 山.png' })['Content-Disposition']).toBe(
      'inline; filename="K?se ?.png"; filename*=UTF-8\'\'K%C3%A4se%20%E5%B1%B1.png',
    );
  });

  it('can be sent for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.boolean(), (filename, isThumbnail) => {
        const disposition = headersOf({ filename, isThumbnail })['Content-Disposition'] ?? '';
        expect(disposition).toMatch(/^[\x20-\x7e]{1,900}$/);
        expect(Object.keys(parse(disposition).parameters)).toContain('filename');
      }),
      { numRuns: 30 },
    );
  });
});

describe('a reader that has a version', () => {
  const etag = etagOf(file);

  it.each([etag, `W/${etag}`, `"b", ${etag}`, '*'])('has the file if it sends %s', (header) => {
    expect(isNotModified(header, etag)).toBe(true);
  });

  it.each([undefined, '', '"b"', SHA256, etagOf({ ...file, isThumbnail: true }), ',,,', '"'])(
    'needs the file if it sends %s',
    (header) => expect(isNotModified(header, etag)).toBe(false),
  );
});
