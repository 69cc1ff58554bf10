import { Injectable } from '@nestjs/common';

import { MailSettings } from '../../features/mail/mail.settings.js';
import { PublicAddress } from '../../platform/http/public-address.js';
import { SignedClaims } from '../../platform/secrets/signed-claims.js';

export const UNSUBSCRIBE_ROUTE = 'api/mail/unsubscribe';
const AUDIENCE = 'missed messages';
/** Of a link: mails are kept for long. */
const LIFETIME_SECONDS = 400 * 86_400;

/** Signed links by which users end the mails of missed messages without a log-in. */
@Injectable()
export class UnsubscribeLinks {
  private readonly signed: SignedClaims;

  constructor(
    { secrets }: MailSettings,
    private readonly address: PublicAddress,
  ) {
    this.signed = new SignedClaims(secrets, 'unsubscribe');
  }

  /** The address of the page, and the one to which a mail program sends a request (RFC 8058). */
  async make(userId: number): Promise<{ readonly url: string; readonly oneClickUrl: string }> {
    const token = await this.signed.sign(AUDIENCE, { user: userId }, LIFETIME_SECONDS);
    if (token === undefined) throw new Error('There is no secret that could sign a link');
    return { url: this.pageOf(token), oneClickUrl: `${this.address.url}/${UNSUBSCRIBE_ROUTE}/${token}/` };
  }

  /** The page that asks before it ends the mails. */
  pageOf(token: string): string {
    return `${this.address.url}/unsubscribe#${encodeURIComponent(token)}`;
  }

  /** @returns the id of the user; undefined: the link is void */
  async userOf(token: string): Promise<number | undefined> {
    return (await this.signed.verify<{ readonly user: number }>(token, AUDIENCE))?.claims.user;
  }
}
