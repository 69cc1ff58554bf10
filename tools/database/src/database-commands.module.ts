import { Module } from '@nestjs/common';

import { Deployment } from '../../../src/api/cli/support/deployment.js';
import { CompactionModule } from '../../../src/platform/database/compact/compaction.js';
import { BackupCommand, RestoreCommand } from './backup/backup.command.js';
import { DatabaseCommand } from './database.command.js';
import { MoveCommand } from './move/move.command.js';

@Module({
  providers: [
    Deployment.with([CompactionModule]),
    ...DatabaseCommand.registerWithSubCommands(),
    BackupCommand,
    RestoreCommand,
    MoveCommand,
  ],
})
export class DatabaseCommandsModule {}
