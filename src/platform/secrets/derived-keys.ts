import { hkdfSync } from 'node:crypto';

const BYTES = 32;

/**
 * Keys for one purpose, one for each secret of the deployment in their order: the first signs or encrypts, all verify
 * or decrypt. A key for one purpose reveals nothing about the secret or about keys for other purposes.
 */
export const derivedKeys = (secrets: readonly string[], purpose: string): readonly Uint8Array[] =>
  secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', `parley ${purpose}`, BYTES)));
