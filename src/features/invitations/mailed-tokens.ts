import { createHmac, timingSafeEqual } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { derivedKeys } from '../../platform/secrets/derived-keys.js';
import { MailSettings } from '../mail/mail.settings.js';

/** The token of an invitation, as somebody has sent it. */
interface GivenToken {
  readonly token: string;
  /** Whether it is of the mail, so that whoever sends it reads the address of the invitation. */
  readonly isOfMail: boolean;
}

const SEPARATOR = '.';

/**
 * The tokens in mails of invitations: each has a proof that the inviter, who sees the token, cannot make. Without it an
 * inviter could verify an address of somebody else.
 */
@Injectable()
export class MailedTokens {
  private readonly keys: readonly Uint8Array[];

  constructor({ secrets }: MailSettings) {
    this.keys = derivedKeys(secrets, 'mailed invitations');
  }

  /** The form of a token that stands in the mail. */
  of(token: string): string {
    const [key] = this.keys;
    return key ? [token, proofOf(token, key).toString('base64url')].join(SEPARATOR) : token;
  }

  /** A wrong proof is a part of a token that no invitation has. */
  read(given: string): GivenToken {
    const [token = '', proof = ''] = given.split(SEPARATOR, 2);
    const bytes = Buffer.from(proof, 'base64url');
    const isOfMail = this.keys.some((key) => {
      const own = proofOf(token, key);
      return own.length === bytes.length && timingSafeEqual(own, bytes);
    });
    return isOfMail ? { token, isOfMail } : { token: given, isOfMail };
  }
}

const proofOf = (token: string, key: Uint8Array): Buffer => createHmac('sha256', key).update(token).digest();
