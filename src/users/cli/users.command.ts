import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { UsersEraseCommand, UsersExportCommand } from '../../privacy/cli/index.js';
import { UsersActivateCommand } from './users-activate.command.js';
import { UsersCreateCommand } from './users-create.command.js';
import { UsersDeactivateCommand } from './users-deactivate.command.js';
import { UsersDeleteCommand } from './users-delete.command.js';
import { UsersImportCommand } from './users-import.command.js';
import { UsersListCommand } from './users-list.command.js';
import { UsersSetPasswordCommand } from './users-set-password.command.js';

@Command({
  name: 'users',
  description: 'manage users',
  subCommands: [
    UsersCreateCommand,
    UsersImportCommand,
    UsersListCommand,
    UsersSetPasswordCommand,
    UsersDeactivateCommand,
    UsersActivateCommand,
    UsersDeleteCommand,
    UsersExportCommand,
    UsersEraseCommand,
  ],
})
export class UsersCommand extends CommandGroup {}
