import { compactDecrypt, CompactEncrypt } from 'jose';

import { derivedKeys } from './derived-keys.js';

/** A text that was sealed. */
export interface OpenedText {
  readonly text: string;
  /** Whether another secret than the first one has sealed it. */
  readonly isOfOldKey: boolean;
}

/**
 * Encrypts texts for the database: AES-256-GCM (as JWE), with a key that is derived from a secret of the deployment for
 * one purpose.
 */
export class SealedText {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets the first seals, all open; none: nothing can be sealed */
  constructor(secrets: readonly string[], purpose: string) {
    this.keys = derivedKeys(secrets, purpose);
  }

  /** @returns undefined if there is no secret */
  async seal(text: string): Promise<string | undefined> {
    const [key] = this.keys;
    if (!key) return undefined;
    return new CompactEncrypt(Buffer.from(text)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
  }

  /** @returns undefined if none of the secrets has sealed it */
  async open(sealed: string): Promise<OpenedText | undefined> {
    for (const [index, key] of this.keys.entries()) {
      const text = await decrypted(sealed, key);
      if (text !== undefined) return { text, isOfOldKey: index > 0 };
    }
    return undefined;
  }
}

async function decrypted(sealed: string, key: Uint8Array): Promise<string | undefined> {
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const { plaintext } = await compactDecrypt(sealed, key, options);
    return Buffer.from(plaintext).toString();
  } catch {
    return undefined;
  }
}
