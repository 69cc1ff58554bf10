import fc from 'fast-check';

import { rangeHeaders, rangeOf } from './byte-range.js';

const ETAG = '"a"';
const BYTES = 1_000;

const part = (start: number, end: number): object => ({ kind: 'part', start, end });

describe('the range of a request', () => {
  it.each([
    ['bytes=0-99', part(0, 99)],
    ['bytes=900-', part(900, 999)],
    ['bytes=-100', part(900, 999)],
    ['bytes=-1000', part(0, 999)],
    ['bytes=990-5000', part(990, 999)],
    ['BYTES=0-0', part(0, 0)],
    ['bytes=0-0,5000-', part(0, 0)],
  ])('%s is a part', (header, range) => expect(rangeOf(header, BYTES, undefined, ETAG)).toEqual(range));

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1.5-2',
    'bytes=--1',
    'bytes=0-1,5-6',
    'bytes=-5000',
    'lines=0-1',
    'lines=5000-',
    '=0-1',
  ])('%s is the whole file', (header) => expect(rangeOf(header, BYTES, undefined, ETAG)).toEqual({ kind: 'whole' }));

  it.each(['bytes=1000-', 'bytes=5-2', 'bytes=-0', 'bytes=5000-6000,7000-', `bytes=${'9'.repeat(400)}-`])(
    '%s is unsatisfiable',
    (header) => expect(rangeOf(header, BYTES, undefined, ETAG)).toEqual({ kind: 'unsatisfiable' }),
  );

  it('is unsatisfiable for an empty file', () => {
    expect(rangeOf('bytes=0-', 0, undefined, ETAG)).toEqual({ kind: 'unsatisfiable' });
  });

  it('counts only for the version that the reader has', () => {
    expect(rangeOf('bytes=0-1', BYTES, ETAG, ETAG)).toEqual(part(0, 1));
    for (const other of ['"b"', `W/${ETAG}`, 'Thu, 01 Jan 2026 00:00:00 GMT', '*', '']) {
      expect(rangeOf('bytes=0-1', BYTES, other, ETAG)).toEqual({ kind: 'whole' });
    }
  });

  it('is inside the file for any header', () => {
    const list = fc.array(fc.tuple(fc.option(fc.nat(2_000)), fc.option(fc.nat(2_000))), { maxLength: 3 });
    const ranges = list.map((pairs) => `bytes=${pairs.map((pair) => pair.map((at) => at ?? '').join('-')).join()}`);
    fc.assert(
      fc.property(fc.oneof(ranges, fc.string()), fc.nat(1_000), (header, bytes) => {
        const range = rangeOf(header, bytes, undefined, ETAG);
        if (range.kind !== 'part') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(bytes);
      }),
    );
  });
});

describe('the headers of a range', () => {
  it('state the length of what is sent', () => {
    expect(rangeHeaders({ kind: 'whole' }, BYTES)).toEqual({ 'Content-Length': '1000' });
    expect(rangeHeaders({ kind: 'part', start: 10, end: 19 }, BYTES)).toEqual({
      'Content-Length': '10',
      'Content-Range': 'bytes 10-19/1000',
    });
    expect(rangeHeaders({ kind: 'unsatisfiable' }, BYTES)).toEqual({
      'Content-Length': '0',
      'Content-Range': 'bytes */1000',
    });
  });
});
