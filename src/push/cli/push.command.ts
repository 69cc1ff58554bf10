import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { PushKeysCommand } from './push-keys.command.js';
import { PushListCommand } from './push-list.command.js';
import { PushTestCommand } from './push-test.command.js';

@Command({
  name: 'push',
  description: 'manage notifications to devices that are not connected',
  subCommands: [PushKeysCommand, PushListCommand, PushTestCommand],
})
export class PushCommand extends CommandGroup {}
