import fc from 'fast-check';

import {
  avatarAddress,
  fileAddress,
  isOfAvatar,
  secondsLeft,
  thumbnailAddress,
  uploadOfAvatar,
} from './file-address.js';

const FILE = { id: '0190b0c1-7a5e-7000-8000-000000000001', secret: 'a'.repeat(43) };
const NOW = 1_800_000_000_000;
const SECONDS = 3_600;

const noTime = (address: string) => ({ at: undefined, signature: signatureOf(address).signature });

function signatureOf(address: string): { at: number; signature: string } {
  const { searchParams } = new URL(address, 'http://localhost');
  return { at: Number(searchParams.get('at')), signature: searchParams.get('signature') ?? '' };
}

describe('the address of a file', () => {
  it('is valid for the seconds of the deployment', () => {
    const signed = signatureOf(fileAddress(FILE, NOW));
    expect(secondsLeft(FILE, signed, SECONDS, NOW)).toBe(SECONDS);
    expect(secondsLeft(FILE, signed, SECONDS, NOW + 3_599_000)).toBe(1);
    expect(secondsLeft(FILE, signed, SECONDS, NOW + 3_600_000)).toBeUndefined();
  });

  it('may be of a node whose clock is a little ahead, and not of the far future', () => {
    const signed = signatureOf(fileAddress(FILE, NOW));
    expect(secondsLeft(FILE, signed, SECONDS, NOW - 30_000)).toBe(SECONDS + 30);
    expect(secondsLeft(FILE, signed, SECONDS, NOW - 61_000)).toBeUndefined();
  });

  it('is of one file: another id, secret, time or signature is not valid', () => {
    const signed = signatureOf(fileAddress(FILE, NOW));
    for (const file of [
      { ...FILE, id: FILE.id.replace(/1$/, '2') },
      { ...FILE, secret: 'b'.repeat(43) },
    ]) {
      expect(secondsLeft(file, signed, SECONDS, NOW)).toBeUndefined();
    }
    expect(secondsLeft(FILE, { ...signed, at: signed.at + 1 }, SECONDS, NOW)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (signature) => {
        fc.pre(signature !== signed.signature);
        expect(secondsLeft(FILE, { ...signed, signature }, SECONDS, NOW)).toBeUndefined();
      }),
    );
  });

  it('of the thumbnail has the same signature', () => {
    const address = fileAddress(FILE, NOW);
    expect(signatureOf(thumbnailAddress(address))).toEqual(signatureOf(address));
    expect(new URL(thumbnailAddress(address), 'http://localhost').searchParams.has('thumbnail')).toBe(true);
  });
});

describe('the address of an avatar', () => {
  const address = avatarAddress(FILE);

  it('has no time, and names its upload', () => {
    expect(isOfAvatar(FILE, noTime(address))).toBe(true);
    expect(uploadOfAvatar(address)).toBe(FILE.id);
    expect(uploadOfAvatar('https://x.example/api/files/a.png')).toBeUndefined();
    expect(uploadOfAvatar(null)).toBeUndefined();
  });

  it('is of one file, and none of a message', () => {
    expect(isOfAvatar({ ...FILE, secret: 'b'.repeat(43) }, noTime(address))).toBe(false);
    expect(isOfAvatar({ ...FILE, id: FILE.id.replace(/1$/, '2') }, noTime(address))).toBe(false);
    expect(isOfAvatar(FILE, noTime(fileAddress(FILE, NOW)))).toBe(false);
    expect(secondsLeft(FILE, noTime(address), SECONDS, NOW)).toBeUndefined();
    expect(secondsLeft(FILE, { ...noTime(address), at: NOW / 1_000 }, SECONDS, NOW)).toBeUndefined();
  });
});
