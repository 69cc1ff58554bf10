import { Passwords } from './passwords.js';

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

  it('never matches if there is no hash', async () => {
    expect(await passwords.matches('', null)).toBe(false);
    expect(await passwords.matches('open sesame', null)).toBe(false);
  });

  it('may be missing, and then has no hash', async () => {
    expect(await passwords.hashIfAny(undefined)).toBeNull();
  });
});
