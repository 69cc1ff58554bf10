import { hash } from '@node-rs/argon2';

import { hashFromDjango, Passwords } from './passwords.js';

describe('a password', () => {
  const passwords = new Passwords();

  it('is stored as an argon2id hash that it matches', async () => {
    const hash = await passwords.hash('open sesame');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(await passwords.matches('open sesame', hash)).toBe(true);
    expect(await passwords.matches('open barley', hash)).toBe(false);
  });

  it('has a different hash each time', async () => {
    expect(await passwords.hash('open sesame')).not.toBe(await passwords.hash('open sesame'));
  });

  it('may contain any characters', async () => {
    const password = '\u0000 \u{1F512} \u202E öffne dich';
    expect(await passwords.matches(password, await passwords.hash(password))).toBe(true);
  });

  it('matches in every way to write its letters and spaces', async () => {
    const password = 'pässwort ÄÖ-7 한';
    const stored = await passwords.hash(password.normalize('NFD'));
    for (const typed of [
      password,
      password.normalize('NFD'),
      password.replaceAll(' ', '\u3000'),
      password.replace(' ', '\u00a0'),
    ]) {
      expect([typed, await passwords.matches(typed, stored)]).toEqual([typed, true]);
    }
    expect(await passwords.matches('passwort AO-7 한', stored)).toBe(false);
  });

  it.each(['NFC', 'NFD'] as const)(
    'matches a hash of an earlier release, which was of the password in %s',
    async (form) => {
      const password = 'pässwort-ÄÖ-7';
      const stored = await hash(password.normalize(form), { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
      expect(await passwords.matches(password.normalize('NFC'), stored)).toBe(true);
      expect(await passwords.matches(password.normalize('NFD'), stored)).toBe(true);
      expect(await passwords.matches('passwort-AO-7', stored)).toBe(false);
    },
  );

  it('never matches if there is no hash', async () => {
    expect(await passwords.matches('', null)).toBe(false);
    expect(await passwords.matches('open sesame', null)).toBe(false);
  });

  it('may be missing, and then has no hash', async () => {
    expect(await passwords.hashIfAny(undefined)).toBeNull();
  });
});

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
  ])('is rejected for %s', (_, encoded) => expect(hashFromDjango(encoded)).toBeUndefined());

  it('is distinguished from an own hash', async () => {
    expect(passwords.isImported(await passwords.hash('correct horse'))).toBe(false);
  });
});
