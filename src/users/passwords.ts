import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { isPbkdf2, matchesPbkdf2 } from './django-hash.js';

/**
 * argon2id (the library's default) at one of the settings that OWASP's password storage cheat sheet calls equally
 * strong: the one that costs the least, two thirds of what 19 MiB in 2 passes do.
 */
const COST = { memoryCost: 7_168, timeCost: 5, parallelism: 1 };
/** What every hash of these settings begins with. */
const OWN = `$argon2id$v=19$m=${String(COST.memoryCost)},t=${String(COST.timeCost)},p=${String(COST.parallelism)}$`;

/** Native code, which most commands do not need. */
const argon2 = () => import('@node-rs/argon2');

/** The hashing runs on the threads of the libuv pool, so its size bounds what many log-ins at once can take. */
@Injectable()
export class Passwords {
  private hashOfNobody: Promise<string> | undefined;

  async hash(password: string): Promise<string> {
    const { hash } = await argon2();
    return hash(password, COST);
  }

  /** What is stored for a user who may have been given no password. */
  async hashIfAny(password: string | undefined): Promise<string | null> {
    return password === undefined ? null : this.hash(password);
  }

  /** Takes as long where there is no hash as where the password is wrong, but for a hash that {@link isImported}. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    if (passwordHash !== null && isPbkdf2(passwordHash)) return matchesPbkdf2(password, passwordHash);
    // Whether there is a hash or not, so that the first log-in of a process takes as long in both cases.
    const hashOfNobody = await (this.hashOfNobody ??= this.hash(randomUUID()));
    const { verify } = await argon2();
    const matched = await verify(passwordHash ?? hashOfNobody, password);
    return matched && passwordHash !== null;
  }

  /** Whether a hash was made elsewhere, or at other settings: one of ours is to take its place once the password is known. */
  isImported(passwordHash: string): boolean {
    return !passwordHash.startsWith(OWN);
  }
}
