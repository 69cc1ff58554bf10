import { verificationCursor, verifiedTo } from './verification-cursor.js';

const hash = Buffer.alloc(32, 7);
const cursorText = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('the cursor of a verification', () => {
  it('is read as it was written', () => {
    const to = { head: { seq: 10_000, hash }, highestId: 10_003 };
    expect(verifiedTo({ cursor: verificationCursor(to) })).toEqual(to);
    expect(verifiedTo({})).toBeUndefined();
  });

  it.each([
    ['x'],
    [cursorText([1])],
    [cursorText([1, 'ab', 1])],
    [cursorText([-1, hash.toString('hex'), 1])],
    [cursorText([1, hash.toString('hex'), '1'])],
    [cursorText([1, hash.toString('hex'), 1, 1])],
  ])('is refused as %s', (cursor) => {
    expect(() => verifiedTo({ cursor })).toThrow(expect.objectContaining({ code: 4003 }) as Error);
  });
});
