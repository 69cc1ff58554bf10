import type { DeploymentRole } from '@parley/protocol';

import type { Rank } from './roles/deployment-role.js';
import type { User } from './user.entity.js';

/** A guest sees only the rooms it was added to and the people in them. */
export const USER_KINDS = ['member', 'guest'] as const;

export type UserKind = (typeof USER_KINDS)[number];

/** A user as operators and administrators see it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  /**
   * The rank of who has deactivated the user; `user`: nobody, the time of a guest is over. Null: the user is active, or it is
   * not known.
   */
  readonly deactivated_by: Rank | null;
  readonly is_bot: boolean;
  readonly kind: UserKind;
  /** When the access of a guest ends; null: it has no end. */
  readonly guest_until: string | null;
  readonly role: DeploymentRole;
  readonly created_at: string;
}

export const toAccount = (user: User): Account => ({
  id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  is_active: user.isActive,
  deactivated_by: user.isActive ? null : user.deactivatedBy,
  is_bot: user.isBot,
  kind: user.isGuest ? 'guest' : 'member',
  guest_until: user.guestUntil?.toISOString() ?? null,
  role: user.role,
  created_at: user.createdAt.toISOString(),
});
