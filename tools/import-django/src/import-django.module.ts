import { Module } from '@nestjs/common';

import { Deployment } from '../../../src/api/cli/support/deployment.js';
import { ImportTargetModule } from './import-target.repository.js';
import { ImportCommand } from './import.command.js';

@Module({ providers: [Deployment.with([ImportTargetModule]), ...ImportCommand.registerWithSubCommands()] })
export class ImportDjangoModule {}
