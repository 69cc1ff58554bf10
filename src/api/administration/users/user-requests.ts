import { Bool, Choice, Moment, Optional, Text } from '@parley/realtime/requests';

import { ACCOUNT_ORDERS, ACCOUNT_SORTS, LISTED_KINDS } from '../../../features/presence/account-list/listed-account.js';
import type { AccountOrder, AccountSort, ListedKind } from '../../../features/presence/account-list/listed-account.js';
import { USER_KINDS } from '../../../features/users/account.js';
import type { UserKind } from '../../../features/users/account.js';
import { MAX_EMAIL_LENGTH } from '../../../features/users/email-address.js';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from '../../../features/users/new-user.js';
import { DEPLOYMENT_ROLES } from '../../../features/users/roles/deployment-role.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { PageRequest } from '../access/page-request.js';

/** Selects users for a page of the list. */
export class UserPageRequest extends PageRequest {
  /** The beginning of a username, or words that are parts of a name or of an e-mail address. */
  @Optional()
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  query?: string | null;

  @Optional()
  @Choice(DEPLOYMENT_ROLES)
  role?: (typeof DEPLOYMENT_ROLES)[number] | null;

  @Optional()
  @Bool()
  is_active?: boolean | null;

  /** A bot is neither a member nor a guest. */
  @Optional()
  @Choice(LISTED_KINDS)
  kind?: ListedKind | null;

  /** Without it a search is sorted by the name, and a list by the creation, the newest first. */
  @Optional()
  @Choice(ACCOUNT_SORTS)
  sort?: AccountSort | null;

  /** Without it names are in ascending order, and times in descending order. */
  @Optional()
  @Choice(ACCOUNT_ORDERS)
  order?: AccountOrder['order'] | null;
}

export class NewUserRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;

  /** Missing: the user can log in only with tokens that an operator issues. */
  @Optional()
  @Text({ min: 1, max: MAX_PASSWORD_LENGTH })
  password?: string | null;

  @Optional()
  @Text({ min: 1, max: MAX_EMAIL_LENGTH })
  email?: string | null;

  @Optional()
  @Text({ max: MAX_NAME_LENGTH })
  first_name?: string | null;

  @Optional()
  @Text({ max: MAX_NAME_LENGTH })
  last_name?: string | null;

  @Optional()
  @Bool()
  is_bot?: boolean | null;

  /** Accepts a weak password, and a username that looks like another. */
  @Optional()
  @Bool()
  force?: boolean | null;
}

export class RenameRequest {
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  username!: string;

  /** Accepts a username that looks like another. */
  @Optional()
  @Bool()
  force?: boolean | null;
}

export class NewPasswordRequest {
  @Text({ min: 1, max: MAX_PASSWORD_LENGTH })
  password!: string;

  /** Accepts a weak password. */
  @Optional()
  @Bool()
  force?: boolean | null;
}

export class RoleRequest {
  @Choice(DEPLOYMENT_ROLES)
  role!: (typeof DEPLOYMENT_ROLES)[number];
}

export class KindRequest {
  /** A guest sees only the rooms it was added to and the people in them. */
  @Choice(USER_KINDS)
  kind!: UserKind;

  /** When the access of a guest ends. Without it the access has no end. */
  @Optional()
  @Moment()
  guest_until?: string | null;
}
