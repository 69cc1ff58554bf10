import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { ImportDjangoCommand } from './import-django.command.js';

@Command({
  name: 'import',
  description: 'import the database of another chat service',
  subCommands: [ImportDjangoCommand],
})
export class ImportCommand extends CommandGroup {}
