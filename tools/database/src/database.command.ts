import { Command } from 'nest-commander';

import { CommandGroup, Examples } from '../../../src/api/cli/support/parley-command.js';
import { DatabaseCompactCommand } from './compact.command.js';
import { DatabaseDistributeCommand } from './distribution/distribute.command.js';

@Command({
  name: 'database',
  description: 'maintain the files of the database, and spread it over several servers',
  subCommands: [DatabaseCompactCommand, DatabaseDistributeCommand],
})
@Examples('parley database compact --dry-run', 'parley database distribute')
export class DatabaseCommand extends CommandGroup {}
