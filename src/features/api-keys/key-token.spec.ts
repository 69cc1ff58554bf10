import { keyHash, newKey } from './key-token.js';

describe('an API key', () => {
  it('is identified by its hash, which reveals nothing of it', () => {
    const { token, prefix, hash } = newKey();
    expect(token).toMatch(/^pk_[a-z0-9]{8}_[\w-]{43}$/);
    expect(token.startsWith(`pk_${prefix}_`)).toBe(true);
    expect(keyHash(token)).toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toContain(prefix);
  });

  it('is random, with 256 bits', () => {
    const secrets = Array.from({ length: 100 }, () => newKey().token.slice('pk_xxxxxxxx_'.length));
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  });

  it.each(['', 'pk_', 'pk_abcdefgh_', `pk_abcdefgh_${'x'.repeat(42)}`, `pk_abcdefgh_${'x'.repeat(44)}`, 'eyJ.eyJ.x'])(
    'must have its format; refuses %p',
    (text) => {
      expect(keyHash(text)).toBeUndefined();
      expect(keyHash(`${newKey().token}\n`)).toBeUndefined();
    },
  );
});
