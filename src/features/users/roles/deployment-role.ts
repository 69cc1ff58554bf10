import type { DeploymentRole } from '@parley/protocol';

/** The roles of the deployment, from the lowest to the highest. */
export const DEPLOYMENT_ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly DeploymentRole[];

/** The highest right of who acts: an operator at a command stands above every role. */
export type Rank = DeploymentRole | 'operator';

/** The ranks from the lowest to this one. Administrators and operators may lift what the other has done. */
export const ranksUpTo = (rank: Rank): readonly Rank[] =>
  rank === 'moderator' || rank === 'user'
    ? DEPLOYMENT_ROLES.slice(0, DEPLOYMENT_ROLES.indexOf(rank) + 1)
    : [...DEPLOYMENT_ROLES, 'operator'];

export const isDeploymentRole = (text: string): text is DeploymentRole =>
  (DEPLOYMENT_ROLES as readonly string[]).includes(text);

/** The role of a user as of one of its versions. */
export interface KnownRole {
  readonly role: DeploymentRole;
  /** Rises with each change of the role; 0: it has never changed. */
  readonly version: number;
}
