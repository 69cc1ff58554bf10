import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { KeysCreateCommand } from './keys-create.command.js';
import { KeysListCommand } from './keys-list.command.js';
import { KeysRevokeCommand } from './keys-revoke.command.js';

@Command({
  name: 'keys',
  description: 'manage API keys for programs that use the HTTP API',
  subCommands: [KeysCreateCommand, KeysListCommand, KeysRevokeCommand],
})
export class KeysCommand extends CommandGroup {}
