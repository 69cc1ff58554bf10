import { randomBytes } from 'node:crypto';

import type { CleanedEnv } from 'envalid';

import { keptSecret } from './data-folder.js';
import { secretList } from './parsers.js';
import { platformVariables } from './variables.js';

const SHORTEST_SECRET_BYTES = 32;

/** The variables of the secret that a deployment has in any case. */
export const secretVariables = {
  DATA_DIR: platformVariables.DATA_DIR,
  JWT_SECRET: secretList({
    default: undefined,
    desc: 'Secret that signs our own tokens (HS256), 32 bytes or more; of several (new,old) the first signs and all are accepted; outside production one is created and kept in DATA_DIR.',
  }),
};

/**
 * The secrets of the deployment: the first signs, all are accepted. Outside production a missing one is created and
 * stored. Empty: own tokens are neither created nor accepted, and no other secret is derived from one.
 * @throws CannotStart if the data folder cannot be written
 */
export const deploymentSecrets = (
  { DATA_DIR: dataDir, JWT_SECRET: secrets }: CleanedEnv<typeof secretVariables>,
  production: boolean,
): readonly string[] =>
  secrets ?? (production ? [] : [keptSecret(dataDir, 'jwt-secret', () => randomBytes(32).toString('base64url'))]);

/**
 * An attacker with one token can find a short secret by trial, and then sign tokens of every user: production accepts
 * none.
 */
export const shortSecretFaults = (name: string, secrets: readonly string[] = []): string[] =>
  secrets.some((secret) => Buffer.byteLength(secret) < SHORTEST_SECRET_BYTES)
    ? [`${name}: must have ${String(SHORTEST_SECRET_BYTES)} bytes or more, from openssl rand -base64 32`]
    : [];
