import { randomUUID } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id (the library's default) at one of the settings that OWASP's password storage cheat sheet calls equally
 * strong: the one that costs the least, two thirds of what 19 MiB in 2 passes do.
 */
const COST = { memoryCost: 7_168, timeCost: 5, parallelism: 1 };

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

  /** Takes as long where there is no hash as where the password is wrong. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const matched = await verify(passwordHash ?? (await this.hashOfNobody), password);
    return matched && passwordHash !== null;
  }
}
