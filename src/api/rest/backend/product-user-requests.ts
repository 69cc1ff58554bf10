import {
  Bool,
  checkKnownPaths,
  Choice,
  describedField,
  jsonSchemaOf,
  JsonObject,
  Optional,
  Text,
  validated,
  WebUrl,
} from '@parley/realtime/requests';
import { ValidateBy } from 'class-validator';

import { ExternalId } from '../../../features/provisioning/external-id.js';
import type { UserState } from '../../../features/provisioning/users/product-user.js';
import { MAX_AVATAR_LENGTH } from '../../../features/people/profile-fields.js';
import { USER_KINDS } from '../../../features/users/account.js';
import type { UserKind } from '../../../features/users/account.js';
import { MAX_EMAIL_LENGTH } from '../../../features/users/email-address.js';
import { MAX_NAME_LENGTH } from '../../../features/users/new-user.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { LANGUAGES } from '../../../platform/http/languages.js';

/** What an active user is to be: a field that is missing stays, null clears. */
export class ActiveUserRequest {
  /** Made from the id for a new user. */
  @Optional({ nullable: false })
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username?: string;

  @Optional()
  @Text({ max: MAX_NAME_LENGTH })
  first_name?: string | null;

  @Optional()
  @Text({ max: MAX_NAME_LENGTH })
  last_name?: string | null;

  /** Unverified, until the user confirms it. */
  @Optional()
  @Text({ min: 3, max: MAX_EMAIL_LENGTH })
  email?: string | null;

  /** The address of an image. */
  @Optional()
  @WebUrl({ max: MAX_AVATAR_LENGTH })
  avatar?: string | null;

  /** Data of the product, replaced as a whole. */
  @Optional()
  @JsonObject()
  custom?: Record<string, unknown> | null;

  /** Of mails. */
  @Optional()
  @Choice(LANGUAGES)
  language?: string | null;

  @Optional({ nullable: false })
  @Choice(USER_KINDS)
  kind?: UserKind;
}

/** {@link ActiveUserRequest}, and whether the user is active. */
export class ProductUserRequest extends ActiveUserRequest {
  @Optional({ nullable: false })
  @Bool()
  is_active?: boolean;
}

/** A user of a batch. */
class ProductUserEntry extends ProductUserRequest {
  @ExternalId()
  external_id!: string;
}

const MOST_USERS = 100;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export class ProductUsersRequest {
  /** Each is validated by itself. */
  @describedField(
    { type: 'array', items: jsonSchemaOf(ProductUserEntry), minItems: 1, maxItems: MOST_USERS },
    ValidateBy({
      name: 'entries',
      validator: {
        validate: (value) =>
          Array.isArray(value) && value.length >= 1 && value.length <= MOST_USERS && value.every(isObject),
        defaultMessage: () => `Must be a list of 1 to ${String(MOST_USERS)} objects.`,
      },
    }),
  )
  users!: Readonly<Record<string, unknown>>[];
}

export const stateOf = (
  externalId: string,
  request: ActiveUserRequest & { readonly is_active?: boolean },
): UserState => ({
  externalId,
  username: request.username,
  firstName: request.first_name === null ? '' : request.first_name,
  lastName: request.last_name === null ? '' : request.last_name,
  email: request.email,
  avatar: request.avatar,
  custom: request.custom === null ? {} : request.custom,
  language: request.language,
  kind: request.kind,
  isActive: request.is_active,
});

/** @throws Refusal 4003 */
export function stateOfEntry(entry: Readonly<Record<string, unknown>>): UserState {
  const request = validated(ProductUserEntry, entry);
  checkKnownPaths(request);
  return stateOf(request.external_id, request);
}
