import { Injectable } from '@nestjs/common';
import type { JWTPayload } from 'jose';

import { AuditRepository } from '../../audit/audit.repository.js';
import { emailFault } from '../../users/email-address.js';
import { nameFault } from '../../users/new-user.js';
import { MakeProductUser } from '../../users/product/make-product-user.js';

const MAX_PICTURE_LENGTH = 500;

/** What an own issuer says of a user who may be new. */
export interface ClaimedUser {
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | undefined;
  readonly avatar: string | null;
}

/** Makes the users of the product's own issuer at their first token (JWT_CREATE_USERS). */
@Injectable()
export class IssuerUsers {
  constructor(
    private readonly users: MakeProductUser,
    private readonly audit: AuditRepository,
  ) {}

  /** Does nothing if another handshake has made the user meanwhile. The address counts as unverified. */
  async make({ externalId, firstName, lastName, email, avatar }: ClaimedUser): Promise<void> {
    const product = { externalId, avatar, custom: null, language: null, isActive: true, deactivatedBy: null };
    await this.users.make({ firstName, lastName, email, product }, async ({ manager }, [subjectId = 0]) => {
      await this.audit.record(manager, 'unknown', { action: 'log_in.user_created', subjectId });
    });
  }
}

/** The claims of OpenID Connect Core 1.0, section 5.1. One that is not valid here is ignored. */
export function claimedUser(externalId: string, claims: JWTPayload): ClaimedUser {
  const { name, given_name: givenName, family_name: familyName, email, picture } = claims;
  const given = nameOf(givenName);
  const family = nameOf(familyName);
  return {
    externalId,
    firstName: given === '' && family === '' ? nameOf(name) : given,
    lastName: family,
    email: typeof email === 'string' && emailFault(email) === undefined ? email : undefined,
    avatar: typeof picture === 'string' && isWebAddress(picture) ? picture : null,
  };
}

const nameOf = (claim: unknown): string =>
  typeof claim === 'string' && claim.isWellFormed() && nameFault(claim) === undefined ? claim : '';

const isWebAddress = (text: string): boolean =>
  text.length <= MAX_PICTURE_LENGTH &&
  /^https?:\/\//i.test(text) &&
  !/[\p{Cc}\s]/u.test(text) &&
  text.isWellFormed() &&
  URL.canParse(text);
