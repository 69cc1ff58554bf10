import { AbilityBuilder, createMongoAbility } from '@casl/ability';
import type { MongoAbility } from '@casl/ability';
import { Injectable } from '@nestjs/common';
import { notPermitted } from '@parley/protocol';
import type { DeploymentRole } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Branded } from '../../../platform/types/branded.js';
import type { Rank } from './deployment-role.js';

/**
 * What a role of the deployment permits, in every room, without membership of it.
 *
 * `reports.*`: reports of all rooms and of users. `messages.delete`: a reported message, or all of the last days.
 * `members.restrict`: in any room. `messages.release`: messages that are held for review. `users.deactivate`: also to
 * activate again. `users.log_out`: to close sessions and revoke tokens. `users.delete`: also to erase. `rooms.manage`:
 * holds, retention and deletion.
 */
export type DeploymentAction = (typeof IN_DEPLOYMENT)[number] | (typeof ON_USERS)[number];

/** Of moderators and administrators. */
const OF_MODERATORS = [
  'reports.read',
  'reports.resolve',
  'messages.release',
  'users.read',
  'rooms.read',
  'figures.read',
] as const;
const OF_ADMINISTRATORS = [
  'users.create',
  'rooms.manage',
  'messages.purge',
  'messages.trace',
  'files.read',
  'files.purge',
  'keys.manage',
  'webhooks.manage',
  'pushes.manage',
  'mails.manage',
  'audit.read',
  'settings.manage',
] as const;
export const IN_DEPLOYMENT = [...OF_MODERATORS, ...OF_ADMINISTRATORS];

/** Of moderators on users without a role, of administrators on all. */
const ON_USERS_WITHOUT_A_ROLE = ['messages.delete', 'members.restrict', 'users.deactivate', 'users.log_out'] as const;
/** Of administrators. */
const ON_ALL_USERS = [
  'users.set_password',
  'users.reset_second_factor',
  'users.set_role',
  'users.rename',
  'users.set_kind',
  'users.export',
  'users.delete',
] as const;
export const ON_USERS = [...ON_USERS_WITHOUT_A_ROLE, ...ON_ALL_USERS];

/**
 * What a thief of an access token would keep after the token has ended: they ask for a fresh proof of the user
 * ({@link Authorities.of}).
 */
const OF_LASTING_POWER = [
  'users.set_password',
  'users.reset_second_factor',
  'users.set_role',
  'users.export',
  'users.delete',
  'keys.manage',
  'webhooks.manage',
] as const;

type LastingAction = (typeof OF_LASTING_POWER)[number];

/** What the role of a user suffices for. */
export type OrdinaryAction = Exclude<DeploymentAction, LastingAction>;

export const givesLastingPower = (action: DeploymentAction): action is LastingAction =>
  (OF_LASTING_POWER as readonly DeploymentAction[]).includes(action);

/** The user that an action affects. */
interface AffectedUser {
  readonly role: DeploymentRole;
}

type DeploymentAbility = MongoAbility<[DeploymentAction, 'deployment' | 'user' | AffectedUser]>;

/** Permission for an action in the whole deployment, which only the policy can make. */
export interface DeploymentGrant<Action extends DeploymentAction> extends Branded<Action> {
  readonly userId: number;
  /** The right that permits it. */
  readonly rank: Rank;
}

/** An operator at a command may do everything. */
export const operatorRight = <Action extends DeploymentAction>(_action: Action): DeploymentGrant<Action> =>
  ({ userId: 0, rank: 'operator' }) as DeploymentGrant<Action>;

/** Moderators act on users without a role, administrators on all. An operator may do more, by commands. */
export function deploymentAbility(role: DeploymentRole): DeploymentAbility {
  const { can, build } = new AbilityBuilder<DeploymentAbility>(createMongoAbility);
  if (role !== 'user') {
    can([...OF_MODERATORS], 'deployment');
    can([...ON_USERS_WITHOUT_A_ROLE], 'user', { role: 'user' });
  }
  if (role === 'admin') {
    can([...OF_ADMINISTRATORS], 'deployment');
    can(ON_USERS, 'user');
  }
  return build({ detectSubjectType: () => 'user' });
}

const REASONS: Readonly<Record<DeploymentAction, string>> = {
  'reports.read': 'You may not see reports of the deployment.',
  'reports.resolve': 'You may not resolve this report.',
  'messages.release': 'You may not release held messages.',
  'users.read': 'You may not see the users of the deployment.',
  'rooms.read': 'You may not see the rooms of the deployment.',
  'figures.read': 'You may not see the figures of the deployment.',
  'users.create': 'You may not create users.',
  'rooms.manage': 'You may not manage rooms of the deployment.',
  'messages.purge': 'You may not remove messages of the deployment.',
  'messages.trace': 'You may not see how messages were delivered.',
  'files.read': 'You may not see the files of the deployment.',
  'files.purge': 'You may not delete files of the deployment.',
  'keys.manage': 'You may not manage API keys.',
  'webhooks.manage': 'You may not manage webhooks.',
  'pushes.manage': 'You may not see or test push notifications.',
  'mails.manage': 'You may not see or test mails.',
  'audit.read': 'You may not read the audit log.',
  'settings.manage': 'You may not see or change the settings of the deployment.',
  'messages.delete': 'You may not delete messages of this user.',
  'members.restrict': 'You may not restrict this user.',
  'users.deactivate': 'You may not activate or deactivate this user.',
  'users.log_out': 'You may not log this user out.',
  'users.set_password': 'You may not set the password of this user.',
  'users.reset_second_factor': 'You may not remove the second factor of this user.',
  'users.set_role': 'You may not change the role of this user.',
  'users.rename': 'You may not rename this user.',
  'users.set_kind': 'You may not make this user a guest or a member.',
  'users.export': 'You may not export the data of this user.',
  'users.delete': 'You may not delete this user.',
};

/** The permissions of moderators and administrators of the deployment. */
@Injectable()
export class DeploymentPolicy {
  private readonly abilities = new Map<string, DeploymentAbility>();

  permits({ role }: Pick<Actor, 'role'>, action: DeploymentAction, on?: AffectedUser): boolean {
    return this.abilityOf(role ?? 'user').can(action, on ?? 'deployment');
  }

  /**
   * @param on the user that the action affects, for actions on users
   * @throws Refusal 4002
   */
  require<Action extends DeploymentAction>(
    action: Action,
    { user, role }: Pick<Actor, 'user' | 'role'>,
    on?: AffectedUser,
  ): DeploymentGrant<Action> {
    if (!this.permits({ role }, action, on)) throw notPermitted(REASONS[action]);
    return { userId: user.id, rank: role ?? 'user' } as DeploymentGrant<Action>;
  }

  private abilityOf(role: DeploymentRole): DeploymentAbility {
    const known = this.abilities.get(role) ?? deploymentAbility(role);
    this.abilities.set(role, known);
    return known;
  }
}
