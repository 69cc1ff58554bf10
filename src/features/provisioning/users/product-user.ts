import type { Profile } from '@parley/protocol';

import type { UserKind } from '../../users/account.js';
import type { User } from '../../users/user.entity.js';
import { toProfile } from '../../users/user.view.js';

/** A user of the product, as its backend sees it. */
export interface ProductUser extends Profile {
  readonly external_id: string;
  readonly email: string | null;
  /** Of mails; null: none is chosen. */
  readonly language: string | null;
  readonly kind: UserKind;
  readonly is_active: boolean;
}

export const toProductUser = (user: User): ProductUser => ({
  ...toProfile(user),
  external_id: user.externalId ?? '',
  email: user.email,
  language: user.language,
  kind: user.isGuest ? 'guest' : 'member',
  is_active: user.isActive,
});

/** What the backend of a product says of a user. An undefined field stays, and is empty for a new user. */
export interface UserState {
  readonly externalId: string;
  readonly username?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | null | undefined;
  readonly avatar?: string | null | undefined;
  readonly custom?: Readonly<Record<string, unknown>> | undefined;
  readonly language?: string | null | undefined;
  readonly kind?: UserKind | undefined;
  readonly isActive?: boolean | undefined;
}
