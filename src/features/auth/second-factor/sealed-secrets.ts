import { Injectable, Logger } from '@nestjs/common';
import { conflict } from '@parley/protocol';

import { SecondFactorSettings } from './second-factor.settings.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import { SealedText } from '../../../platform/secrets/sealed-text.js';

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
 * Encrypts the secrets of second factors for the database with `TOTP_SECRET`, or with `JWT_SECRET`, which opens what was
 * sealed before there was a `TOTP_SECRET`. A sealed secret names its user, so that a copy in the row of another user is
 * not accepted.
 */
@Injectable()
export class SealedSecrets {
  private readonly log = new Logger('SecondFactors');
  private readonly sealed: SealedText;

  constructor(settings: SecondFactorSettings) {
    this.sealed = new SealedText(settings.secrets, 'second factors');
  }

  /** @throws Refusal 4005 if this deployment has no secret to encrypt with */
  async seal(userId: number, secret: string): Promise<string> {
    const content: Content = { user_id: userId, secret };
    const sealed = await this.sealed.seal(JSON.stringify(content));
    if (sealed !== undefined) return sealed;
    throw conflict('Second factors are not used here: TOTP_SECRET and JWT_SECRET are not set.');
  }

  /** @returns undefined if none of the secrets of the deployment has encrypted it, or it is of another user */
  async open(userId: number, sealed: string): Promise<Opened | undefined> {
    const opened = await this.sealed.open(sealed);
    if (opened) {
      const { user_id, secret } = JSON.parse(opened.text) as Content;
      if (user_id === userId) return { secret, isOfOldKey: opened.isOfOldKey };
    }
    const text = `The second factor of the user ${String(userId)} cannot be decrypted: TOTP_SECRET or JWT_SECRET was another one when it was made`;
    this.log.warn(LogRecord.from(text, { user: userId }));
    return undefined;
  }
}
