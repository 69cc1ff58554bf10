import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { MigrateDownCommand } from './migrate-down.command.js';
import { MigrateStatusCommand } from './migrate-status.command.js';
import { MigrateUpCommand } from './migrate-up.command.js';

@Command({
  name: 'migrate',
  description: 'manage migrations of the database',
  subCommands: [MigrateUpCommand, MigrateDownCommand, MigrateStatusCommand],
})
export class MigrateCommand extends CommandGroup {}
