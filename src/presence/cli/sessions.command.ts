import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { SessionsCloseCommand } from './sessions-close.command.js';
import { SessionsListCommand } from './sessions-list.command.js';

@Command({
  name: 'sessions',
  description: 'list and close sessions',
  subCommands: [SessionsListCommand, SessionsCloseCommand],
})
export class SessionsCommand extends CommandGroup {}
