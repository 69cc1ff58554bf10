import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

import { isPbkdf2, matchesPbkdf2 } from './django-hash.js';

/**
 * argon2id (the library's default) at one of the settings that OWASP's password storage cheat sheet calls equally
 * strong: the one that costs the least, two thirds of what 19 MiB in 2 passes do.
 */
const COST = { memoryCost: 7_168, timeCost: 5, parallelism: 1 };
/** What every hash of these settings begins with. */
const OWN = `$argon2id$v=19$m=${String(COST.memoryCost)},t=${String(COST.timeCost)},p=${String(COST.parallelism)}$`;

/** The hashing runs on the threads of the libuv pool, so its size bounds what many log-ins at once can take. */
@Injectable()
export class Passwords {
  private readonly hashOfNobody = this.hash(randomUUID());

  hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  /** What is stored for a user who may have been given no password. */
  async hashIfAny(password: string | undefined): Promise<string | null> {
    return password === undefined ? null : this.hash(password);
  }

  /** Takes as long where there is no hash as where the password is wrong, but for a hash that {@link isImported}. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    if (passwordHash !== null && isPbkdf2(passwordHash)) return matchesPbkdf2(password, passwordHash);
    const matched = await verify(passwordHash ?? (await this.hashOfNobody), password);
    return matched && passwordHash !== null;
  }

  /** Whether a hash was made elsewhere, or at other settings: one of ours is to take its place once the password is known. */
  isImported(passwordHash: string): boolean {
    return !passwordHash.startsWith(OWN);
  }
}
