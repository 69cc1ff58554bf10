import type { DeploymentRole } from '@parley/protocol';

/** The roles of the deployment, from the lowest to the highest. */
export const DEPLOYMENT_ROLES = ['user', 'moderator', 'admin'] as const satisfies readonly DeploymentRole[];

export const isDeploymentRole = (text: string): text is DeploymentRole =>
  (DEPLOYMENT_ROLES as readonly string[]).includes(text);

/** The role of a user as of one of its versions. */
export interface KnownRole {
  readonly role: DeploymentRole;
  /** Rises with each change of the role; 0: it has never changed. */
  readonly version: number;
}
