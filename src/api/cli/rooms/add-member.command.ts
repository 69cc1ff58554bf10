import { SubCommand } from 'nest-commander';

import { MemberAdmission } from '../../../features/rooms/administration/member-admission.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

@SubCommand({
  name: 'add-member',
  arguments: '<room-id> <username>',
  description: 'add a user to a group or channel, whatever the user permits others, and notify its members',
})
@Examples('parley rooms add-member 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 ada')
export class RoomsAddMemberCommand extends ParleyCommand {
  async run([id = '', username = '']: string[], options: OutputOptions): Promise<void> {
    const userId = await (await this.deployment.get(UsersService)).idOf(username);
    const added = await (await this.deployment.get(MemberAdmission)).admit(OPERATOR, id, userId);
    const text = added ? `${username} is a member of the room ${id}.` : `${username} is a member already.`;
    this.print(options, { id, username, added }, text);
  }
}
