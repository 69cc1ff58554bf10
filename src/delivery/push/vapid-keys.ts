import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const PRIVATE_KEY_BYTES = 32;

/** The key pair that authenticates the sender to push services (RFC 8292): P-256, base64url without padding. */
export interface VapidKeys {
  /** The uncompressed point. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Generates a pair. Not by `generateKeyPairSync` and `export`: a garbage collection within the export waits for a lock
 * that the export holds, and the process stops for ever (Node.js 20).
 */
export function newVapidKeys(): VapidKeys {
  const curve = createECDH(CURVE);
  const publicKey = curve.generateKeys('base64url');
  const digits = curve.getPrivateKey();
  const padding = Buffer.alloc(PRIVATE_KEY_BYTES - digits.length);
  return { publicKey, privateKey: Buffer.concat([padding, digits]).toString('base64url') };
}

export function isPair({ publicKey, privateKey }: VapidKeys): boolean {
  const curve = createECDH(CURVE);
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return curve.getPublicKey('base64url') === publicKey;
}
