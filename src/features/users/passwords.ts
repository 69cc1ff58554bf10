import { pbkdf2, randomUUID, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { Injectable } from '@nestjs/common';

/** A space of any width. */
const SPACES = /\p{Zs}/gu;

/** The form in which a password is hashed and measured, as RFC 8265 asks: keyboards write one letter in several ways. */
export const passwordForm = (password: string): string => password.replace(SPACES, ' ').normalize('NFC');

/** The forms of which a stored hash may be: those of earlier releases are of what was typed. */
const passwordForms = (password: string): string[] => [
  ...new Set([passwordForm(password), password, password.normalize('NFC'), password.normalize('NFD')]),
];

/**
 * argon2id (the library's default) with one of the settings that OWASP's password storage cheat sheet calls equally
 * strong: the cheapest, which takes two thirds of the time of 19 MiB in 2 passes.
 */
const COST = { memoryCost: 7_168, timeCost: 5, parallelism: 1 };
/** The prefix of every hash with these settings. */
const OWN = `$argon2id$v=19$m=${String(COST.memoryCost)},t=${String(COST.timeCost)},p=${String(COST.parallelism)}$`;

/** Native code, loaded on first use because most commands do not need it. */
const argon2 = () => import('@node-rs/argon2');

/** Hashes run on the threads of the libuv pool, whose size bounds the load of many log-ins at once. */
@Injectable()
export class Passwords {
  private dummyHash: Promise<string> | undefined;

  async hash(password: string): Promise<string> {
    const { hash } = await argon2();
    return hash(passwordForm(password), COST);
  }

  /** The hash to store; null without a password. */
  async hashIfAny(password: string | undefined): Promise<string | null> {
    return password === undefined ? null : this.hash(password);
  }

  /** Takes as long without a hash as with a wrong password, except for a hash that {@link isImported}. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    for (const form of passwordForms(password)) if (await this.isOf(form, passwordHash)) return true;
    return false;
  }

  private async isOf(form: string, passwordHash: string | null): Promise<boolean> {
    if (passwordHash !== null && isPbkdf2(passwordHash)) return matchesPbkdf2(form, passwordHash);
    // Computed in both cases, so that the first log-in of a process takes equally long with and without a hash.
    const dummyHash = await (this.dummyHash ??= this.hash(randomUUID()));
    const { verify } = await argon2();
    const matched = await verify(passwordHash ?? dummyHash, form);
    return matched && passwordHash !== null;
  }

  /** Whether a hash was made elsewhere or with other settings, and is to be replaced at the next successful log-in. */
  isImported(passwordHash: string): boolean {
    return !passwordHash.startsWith(OWN);
  }
}

const derive = promisify(pbkdf2);

const PBKDF2 = /^pbkdf2_sha256\$([1-9]\d{0,7})\$([^$]+)\$([A-Za-z0-9+/]{43}=)$/;
const ARGON2 = /^argon2(\$argon2(?:id|i|d)\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)$/;

/**
 * A password hash of Django in the form that can be stored and checked at a log-in; undefined for an unsupported
 * algorithm or an unusable password.
 */
export function hashFromDjango(encoded: string): string | undefined {
  if (PBKDF2.test(encoded)) return encoded;
  return ARGON2.exec(encoded)?.[1];
}

const isPbkdf2 = (passwordHash: string): boolean => PBKDF2.test(passwordHash);

/** @param passwordHash for which {@link isPbkdf2} is true */
async function matchesPbkdf2(password: string, passwordHash: string): Promise<boolean> {
  const [, iterations = '', salt = '', kept = ''] = PBKDF2.exec(passwordHash) ?? [];
  const expected = Buffer.from(kept, 'base64');
  const derived = await derive(password, salt, Number(iterations), expected.length, 'sha256');
  return timingSafeEqual(derived, expected);
}
