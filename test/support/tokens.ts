import { SignJWT } from 'jose';

import { JWT_SECRET } from './environment.js';

export type Claims = Record<string, unknown>;

export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Claims;
}

export function signed(claims: Claims, { secret = JWT_SECRET, alg = 'HS256' } = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).sign(Buffer.from(secret));
}

/** A token whose header declares that it has no signature. */
export function unsigned(claims: Claims): string {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`;
}

/** How long a token is accepted before its start and after its expiry, because clocks differ. */
export const CLOCK_SKEW_SECONDS = 30;

export const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

/** Revokes the log-in of a refresh token. */
export async function revoked({ url }: { readonly url: string }, refresh: string): Promise<void> {
  const { status } = await fetch(`${url}/api/token/revoke/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh }),
  });
  if (status !== 204) throw new Error(`The log-in was not revoked: ${String(status)}`);
}
