import { password } from '../servers/template.js';
import type { Environment } from './environment.js';

/** Shorter secrets occur in texts by chance. */
const SHORTEST = 10;

/** Secrets that no process may print: parts of a JWT, API keys, password hashes, URLs with a password. */
const NEVER_PRINTED = [/eyJ[\w-]{8,}/g, /pk_[a-z0-9]{8}_[\w-]{8,}/g, /\$argon2\w*\$/g, /:\/\/[^\s/:@]*:[^\s/@]+@/g];

const kept = new Set([password]);

/** Adds texts that no process may print from now on. */
export function keepSecret(...secrets: string[]): void {
  for (const secret of secrets) if (secret.length >= SHORTEST) kept.add(secret);
}

/** Adds every part of a token. */
export const keepToken = (token: string): void => keepSecret(...token.split('.'));

/** Adds the secrets of an environment. */
export function keepSecretsOf(env: Environment): void {
  const lists = [env.JWT_SECRET, env.CLUSTER_SECRET, env.OIDC_CLIENT_SECRET].flatMap((list) => (list ?? '').split(','));
  keepSecret(...lists.map((secret) => secret.trim()));
  for (const url of [env.DATABASE_URL, env.REDIS_URL, env.JWT_JWKS_URL]) {
    if (url !== undefined && URL.canParse(url)) keepSecret(new URL(url).password);
  }
}

/** @returns the secrets in the text, each with the surrounding text */
export function secretsIn(text: string): string[] {
  const patterns = NEVER_PRINTED.flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index));
  const known = [...kept].map((secret) => text.indexOf(secret)).filter((at) => at >= 0);
  return [...patterns, ...known].map((at) => text.slice(Math.max(0, at - 100), at + 50));
}
