import { Injectable } from '@nestjs/common';

import { SignedClaims } from '../../../platform/secrets/signed-claims.js';
import { PublicAddress } from '../../../platform/http/public-address.js';
import { MailSettings } from '../../mail/mail.settings.js';

/** What a link in a mail verifies: that its reader receives mail at an address. */
export type AddressClaim =
  | NewAddress
  /** Of an account that is made by it. */
  | { readonly account: string };

/** Of a user, as of the request: the link is void once the user has another address or password. */
export interface NewAddress {
  /** Of the request: each is used once, also if its mail came twice. */
  readonly id: string;
  readonly userId: number;
  /** Null: the user had none. */
  readonly from: string | null;
  readonly to: string;
  /** Milliseconds since 1970, as of a {@link TokenHolder}. */
  readonly tokensValidAfter: number | null;
  readonly passwordSetAt: number | null;
}

/** How long a link holds, in seconds. */
export const LINK_SECONDS = 86_400;
const AUDIENCE = 'address';

/** The links that verify addresses. They are signed, hold for a day, and are void once what they verify is done. */
@Injectable()
export class AddressLinks {
  private readonly signed: SignedClaims;

  constructor(
    { secrets }: MailSettings,
    private readonly address: PublicAddress,
  ) {
    this.signed = new SignedClaims(secrets, 'mail links');
  }

  async url(claim: AddressClaim): Promise<string> {
    return `${this.address.url}/verify#${(await this.signed.sign(AUDIENCE, { ...claim }, LINK_SECONDS)) ?? ''}`;
  }

  /** @returns undefined if it is void */
  async verify(token: string): Promise<AddressClaim | undefined> {
    return (await this.signed.verify<AddressClaim>(token, AUDIENCE))?.claims;
  }
}
