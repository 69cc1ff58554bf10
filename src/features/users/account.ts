import type { DeploymentRole } from '@parley/protocol';

import type { Rank } from './roles/deployment-role.js';
import type { User } from './user.entity.js';

/** A user as operators and administrators see it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  /** The rank of who has deactivated the user; null: the user is active, or it is not known. */
  readonly deactivated_by: Rank | null;
  readonly is_bot: boolean;
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
  role: user.role,
  created_at: user.createdAt.toISOString(),
});
