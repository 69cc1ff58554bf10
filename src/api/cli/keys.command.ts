import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { KeysCreateCommand } from './keys-create.command.js';
import { KeysListCommand } from './keys-list.command.js';
import { KeysRevokeCommand } from './keys-revoke.command.js';

@Command({
  name: 'keys',
  description: 'what lets programs in over HTTP',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysRevokeCommand],
})
export class KeysCommand extends CommandGroup {}
