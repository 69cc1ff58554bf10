import { SubCommand } from 'nest-commander';

import { UserRolesService } from '../../../features/users/roles/user-roles.service.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'set-role',
  arguments: '<username> <role>',
  description:
    'make a user a moderator or an admin of the deployment, or a user without a role: moderator, admin, user',
})
@Examples('parley users set-role ada admin', 'parley users set-role ada user')
export class UsersSetRoleCommand extends ParleyCommand {
  async run([username = '', role = '']: string[], options: OutputOptions): Promise<void> {
    const changed = await (await this.deployment.get(UserRolesService)).set(OPERATOR, username, role);
    const text = changed ? `${username} has the role ${role}.` : `${username} has the role ${role} already.`;
    this.print(options, { username, role, changed }, text);
  }
}
