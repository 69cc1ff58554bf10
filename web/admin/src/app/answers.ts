import type { DeploymentRole, User } from '@parley/protocol';

/** The logged-in user with the rights of the role. */
export interface Me {
  readonly user: User;
  readonly role: DeploymentRole;
  /** The rights in the whole deployment. */
  readonly rights: readonly string[];
  /** The rights on users, by the role of the user. */
  /** Whether there is a chat to go back to. */
  readonly has_web_client: boolean;
  readonly rights_on_users: Readonly<Record<DeploymentRole, readonly string[]>>;
}
