import { readFileSync } from 'node:fs';

import type { DeploymentRole } from '@parley/protocol';

import { DEPLOYMENT_ROLES } from './deployment-role.js';
import { deploymentAbility, DeploymentPolicy, IN_DEPLOYMENT, ON_USERS } from './deployment.policy.js';
import type { DeploymentAction } from './deployment.policy.js';

/** The table of the documentation: of each right, what it permits each role. */
const TABLE = readFileSync(new URL('../../../../docs/administration.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| `\w+\.\w+`/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, right, , user, moderator, admin]) => ({ right: right!.slice(1, -1), user, moderator, admin }));

/** On which users a role may do something. */
const ON: Readonly<Record<string, readonly DeploymentRole[]>> = {
  no: [],
  'of users without a role': ['user'],
  'of all users': DEPLOYMENT_ROLES,
};

describe('deploymentAbility', () => {
  it('has the rights of the table of the documentation', () => {
    expect(TABLE.map(({ right }) => right)).toEqual([...IN_DEPLOYMENT, ...ON_USERS]);
  });

  it.each(DEPLOYMENT_ROLES)('permits a %s what the table says, and nothing else', (role) => {
    const ability = deploymentAbility(role);
    const cell = new Map(TABLE.map((row) => [row.right, row[role]!]));
    for (const action of IN_DEPLOYMENT) {
      expect([action, ability.can(action, 'deployment')]).toEqual([action, cell.get(action) === 'yes']);
    }
    for (const action of ON_USERS) {
      const permitted = DEPLOYMENT_ROLES.filter((on) => ability.can(action, { role: on }));
      expect([action, permitted]).toEqual([action, ON[cell.get(action)!]]);
      expect(ability.can(action, 'deployment')).toBe(false);
    }
  });
});

describe('DeploymentPolicy', () => {
  const policy = new DeploymentPolicy();
  const user = { id: 7, username: 'ada', first_name: '', last_name: '', avatar: null, status: null, is_bot: false };

  it('grants for the user, and refuses with 4002 without a role or for a user of the same rank', () => {
    expect(policy.require('reports.read', { user, role: 'moderator' })).toEqual({ userId: 7, rank: 'moderator' });
    const act = (action: DeploymentAction, role: DeploymentRole | undefined, on?: DeploymentRole) => () =>
      policy.require(action, { user, role }, on && { role: on });
    const refusal = expect.objectContaining({ code: 4002 }) as Error;
    expect(act('reports.read', undefined)).toThrow(refusal);
    expect(act('users.deactivate', 'moderator', 'moderator')).toThrow(refusal);
    expect(act('users.deactivate', 'admin', 'admin')()).toEqual({ userId: 7, rank: 'admin' });
  });
});
