import type { DeploymentRole } from '@parley/protocol';

/** A user as the administration sees it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  readonly is_bot: boolean;
  readonly role: DeploymentRole;
  readonly created_at: string;
}

export interface AccountDetail extends Account {
  readonly second_factor: { readonly enabled: boolean; readonly recovery_codes: number };
}

export const fullName = ({ first_name, last_name }: Account): string => `${first_name} ${last_name}`.trim();

/** The path of the routes of a user. */
export const userPath = (username: string): string => `users/${encodeURIComponent(username)}/`;
