import type { User } from './user.entity.js';

/** A user as operators see it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  readonly created_at: string;
}

export const toAccount = (user: User): Account => ({
  id: user.id,
  username: user.username,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  is_active: user.isActive,
  created_at: user.createdAt.toISOString(),
});
