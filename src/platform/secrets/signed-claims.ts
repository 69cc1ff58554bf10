import { randomUUID } from 'node:crypto';

import { jwtVerify, SignJWT } from 'jose';

import { derivedKeys } from './derived-keys.js';

/** Claims whose signature is valid and whose time is not over. */
export interface VerifiedClaims<Claims> {
  /** Of this one signing. */
  readonly id: string;
  readonly expiresAt: Date;
  readonly claims: Claims;
}

/**
 * Claims that this deployment gives out and gets back, such as in a link: signed with a key that is derived from a
 * secret of the deployment for one purpose, so that every node accepts them.
 */
export class SignedClaims {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets the first signs, all verify; none: nothing can be signed */
  constructor(secrets: readonly string[], purpose: string) {
    this.keys = derivedKeys(secrets, purpose);
  }

  /** @param audience for what they are used @returns undefined if there is no secret */
  async sign(
    audience: string,
    claims: Readonly<Record<string, unknown>>,
    seconds: number,
  ): Promise<string | undefined> {
    const [key] = this.keys;
    if (!key) return undefined;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${String(seconds)}s`)
      .sign(key);
  }

  /** @returns undefined if they are not signed here, for something else, or expired */
  async verify<Claims>(text: string, audience: string): Promise<VerifiedClaims<Claims> | undefined> {
    for (const key of this.keys) {
      try {
        const { payload } = await jwtVerify<Claims>(text, key, { algorithms: ['HS256'], audience });
        const { jti = '', exp = 0 } = payload;
        return { id: jti, expiresAt: new Date(exp * 1_000), claims: payload };
      } catch {
        // Another key may have signed them.
      }
    }
    return undefined;
  }
}
