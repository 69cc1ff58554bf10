import { hash } from '@node-rs/argon2';

import { hashFromDjango } from './django-hash.js';
import { Passwords } from './passwords.js';

/** The hash of `correct horse` in the format of Django's PBKDF2PasswordHasher. */
const PBKDF2 = 'pbkdf2_sha256$1000$seasalt$mQnueSakb748zqBAC1tmWVZsZbi2zPGZarEzTGdfmso=';

const django = async (password: string): Promise<string> =>
  `argon2${await hash(password, { memoryCost: 1_024, timeCost: 2, parallelism: 8 })}`;

describe('a password hash from Django', () => {
  const passwords = new Passwords();

  it.each([
    ['pbkdf2_sha256', Promise.resolve(PBKDF2)],
    ['argon2', django('correct horse')],
  ])('matches its password and no other: %s', async (_, encoded) => {
    const kept = hashFromDjango(await encoded);
    expect(await passwords.matches('correct horse', kept!)).toBe(true);
    expect(await passwords.matches('correct house', kept!)).toBe(false);
    expect(passwords.isImported(kept!)).toBe(true);
  });

  it.each([
    ['an unusable password', '!vGo5PqXu3fFpNfHcJz0JqZb8fJ2nPxkqTq2rXq1s'],
    ['bcrypt', 'bcrypt_sha256$$2b$12$abcdefghijklmnopqrstuv'],
    ['scrypt', 'scrypt$16384$salt$8$5$aGFzaA=='],
    ['a truncated hash', 'pbkdf2_sha256$1000$seasalt'],
    ['a hash with too many iterations', PBKDF2.replace('1000', '1000000000')],
    ['an empty text', ''],
  ])('is rejected for %s', (_, encoded) => {
    expect(hashFromDjango(encoded)).toBeUndefined();
  });

  it('is distinguished from an own hash', async () => {
    expect(passwords.isImported(await passwords.hash('correct horse'))).toBe(false);
  });
});
