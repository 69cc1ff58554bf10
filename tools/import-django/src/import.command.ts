import { Command } from 'nest-commander';

import { CommandGroup, Examples } from '../../../src/api/cli/support/parley-command.js';
import { ImportDjangoCommand } from './django.command.js';

@Command({
  name: 'import',
  description: 'import the data of another chat service',
  subCommands: [ImportDjangoCommand],
})
@Examples('parley import django --from postgres://user@host/database --dry-run')
export class ImportCommand extends CommandGroup {}
