import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { AuditListCommand } from './audit-list.command.js';

@Command({
  name: 'audit',
  description: 'what operators and the leaders of rooms did',
  subCommands: [AuditListCommand],
})
export class AuditCommand extends CommandGroup {}
