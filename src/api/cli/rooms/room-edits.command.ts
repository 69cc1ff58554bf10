import { SubCommand } from 'nest-commander';

import { RoomEdits } from '../../../features/rooms/administration/room-edits.js';
import { OPERATOR } from '../../../features/users/roles/authority.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';
import { printable } from '../support/table.js';

@SubCommand({
  name: 'rename',
  arguments: '<room-id> <name>',
  description: 'give a group or channel another name, which its members see at once',
})
@Examples('parley rooms rename 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 "Town square"')
export class RoomsRenameCommand extends ParleyCommand {
  async run([id = '', name = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(RoomEdits)).rename(OPERATOR, id, name);
    this.print(options, { id, name }, `The room ${id} has the name ${printable(name)}.`);
  }
}

@SubCommand({
  name: 'set-owner',
  arguments: '<room-id> <username>',
  description: 'make a member the owner of a group or channel, who alone may delete it',
})
@Examples('parley rooms set-owner 0190a6e5-3c4f-7d31-9b2a-5e8f1c7d6a40 ada')
export class RoomsSetOwnerCommand extends ParleyCommand {
  async run([id = '', username = '']: string[], options: OutputOptions): Promise<void> {
    await (await this.deployment.get(RoomEdits)).setOwner(OPERATOR, id, username);
    this.print(options, { id, username }, `${username} is the owner of the room ${id}.`);
  }
}
