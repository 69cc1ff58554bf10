import { isPair, newVapidKeys } from './vapid-keys.js';

/** Some of so many private keys begin with zeros, and the garbage of so many is collected. */
const PAIRS = 3_000;
const PUBLIC_KEY_BYTES = 65;
const PRIVATE_KEY_BYTES = 32;

const bytesOf = (key: string): number => Buffer.from(key, 'base64url').length;

describe('newVapidKeys', () => {
  it('makes pairs of keys of the full length', () => {
    for (let count = 0; count < PAIRS; count += 1) {
      const pair = newVapidKeys();
      expect([bytesOf(pair.publicKey), bytesOf(pair.privateKey)]).toEqual([PUBLIC_KEY_BYTES, PRIVATE_KEY_BYTES]);
      if (count % 100 === 0) expect(isPair(pair)).toBe(true);
    }
  });
});
