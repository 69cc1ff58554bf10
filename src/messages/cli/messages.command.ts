import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { MessagesTraceCommand } from '../../delivery/cli/index.js';
import { MessagesPurgeCommand } from './messages-purge.command.js';

@Command({
  name: 'messages',
  description: 'trace and purge messages',
  subCommands: [MessagesPurgeCommand, MessagesTraceCommand],
})
export class MessagesCommand extends CommandGroup {}
