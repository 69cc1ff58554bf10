import { Injectable, Logger } from '@nestjs/common';
import { conflict } from '@parley/protocol';
import { compactDecrypt, CompactEncrypt } from 'jose';

import { SecondFactorSettings } from './second-factor.settings.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import { derivedKeys } from '../tickets/derived-keys.js';

interface Opened {
  readonly secret: string;
  /** Whether an earlier secret of the deployment encrypted it. */
  readonly isOfOldKey: boolean;
}

interface Content {
  readonly user_id: number;
  readonly secret: string;
}

/**
 * Encrypts the secrets of second factors for the database: AES-256-GCM (as JWE) with a key that is derived from
 * `TOTP_SECRET`, or from `JWT_SECRET`, which opens what was sealed before there was a `TOTP_SECRET`. A sealed secret
 * names its user, so that a copy in the row of another user is not accepted.
 */
@Injectable()
export class SealedSecrets {
  private readonly log = new Logger('SecondFactors');
  private readonly keys: readonly Uint8Array[];

  constructor(settings: SecondFactorSettings) {
    this.keys = derivedKeys(settings.secrets, 'second factors');
  }

  /** @throws Refusal 4005 if this deployment has no secret to encrypt with */
  async seal(userId: number, secret: string): Promise<string> {
    const [key] = this.keys;
    if (!key) throw conflict('Second factors are not used here: TOTP_SECRET and JWT_SECRET are not set.');
    const content: Content = { user_id: userId, secret };
    return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key);
  }

  /** @returns undefined if none of the secrets of the deployment has encrypted it, or it is of another user */
  async open(userId: number, sealed: string): Promise<Opened | undefined> {
    for (const [index, key] of this.keys.entries()) {
      const content = await decrypted(sealed, key);
      if (content?.user_id === userId) return { secret: content.secret, isOfOldKey: index > 0 };
    }
    const text = `The second factor of the user ${String(userId)} cannot be decrypted: TOTP_SECRET or JWT_SECRET was another one when it was made`;
    this.log.warn(LogRecord.from(text, { user: userId }));
    return undefined;
  }
}

async function decrypted(sealed: string, key: Uint8Array): Promise<Content | undefined> {
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };
    const { plaintext } = await compactDecrypt(sealed, key, options);
    return JSON.parse(Buffer.from(plaintext).toString()) as Content;
  } catch {
    return undefined;
  }
}
