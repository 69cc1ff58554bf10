import { createECDH, generateKeyPairSync } from 'node:crypto';

/** The key pair that authenticates the sender to push services (RFC 8292): P-256, base64url without padding. */
export interface VapidKeys {
  /** The uncompressed point. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Generates a pair. */
export function newVapidKeys(): VapidKeys {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  if (x === undefined || y === undefined || d === undefined) throw new Error('a new key has no coordinates');
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d };
}

/** Whether the keys are a pair. */
export function isPair({ publicKey, privateKey }: VapidKeys): boolean {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return curve.getPublicKey('base64url') === publicKey;
}
