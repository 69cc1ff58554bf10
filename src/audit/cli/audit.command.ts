import { Command } from 'nest-commander';

import { CommandGroup } from '../../cli/index.js';
import { AuditListCommand } from './audit-list.command.js';

@Command({
  name: 'audit',
  description: 'show the audit log: actions of operators and of leaders of rooms',
  subCommands: [AuditListCommand],
})
export class AuditCommand extends CommandGroup {}
