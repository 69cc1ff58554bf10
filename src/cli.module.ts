import { Module } from '@nestjs/common';

import { KeysCommand } from './api/cli/index.js';
import { ApiKeysModule } from './api/index.js';
import { AuditCommand } from './audit/cli/index.js';
import { TokensCommand } from './auth/cli/index.js';
import { AuthModule } from './auth/index.js';
import { Deployment } from './cli/index.js';
import { BackupCommand, MigrateCommand, RestoreCommand } from './database/cli/index.js';
import { DeliveryTraceModule } from './delivery/index.js';
import { ImportCommand } from './importing/cli/index.js';
import { ImportingModule } from './importing/index.js';
import { MessagesCommand } from './messages/cli/index.js';
import { MessagePurgeModule } from './messages/index.js';
import { SessionsCommand } from './presence/cli/index.js';
import { SessionListModule } from './presence/index.js';
import { PrivacyModule } from './privacy/index.js';
import { PushCommand } from './push/cli/index.js';
import { PushAdministrationModule } from './push/index.js';
import { RoomsCommand } from './rooms/cli/index.js';
import { RoomAdministrationModule } from './rooms/index.js';
import { StatsCommand } from './stats/cli/index.js';
import { StatsModule } from './stats/index.js';
import { UsersCommand } from './users/cli/index.js';
import { UsersModule } from './users/index.js';
import { VerifyCommand } from './verify/cli/index.js';
import { WebhooksCommand } from './webhooks/cli/index.js';
import { WebhookAdministrationModule } from './webhooks/index.js';

/** Every command of `parley`, and the features that they use. */
@Module({
  providers: [
    {
      provide: Deployment,
      useFactory: () =>
        new Deployment([
          UsersModule,
          AuthModule,
          RoomAdministrationModule,
          MessagePurgeModule,
          SessionListModule,
          PrivacyModule,
          PushAdministrationModule,
          DeliveryTraceModule,
          StatsModule,
          WebhookAdministrationModule,
          ImportingModule,
          ApiKeysModule,
        ]),
    },
    ...UsersCommand.registerWithSubCommands(),
    ...TokensCommand.registerWithSubCommands(),
    ...KeysCommand.registerWithSubCommands(),
    ...RoomsCommand.registerWithSubCommands(),
    ...MessagesCommand.registerWithSubCommands(),
    ...SessionsCommand.registerWithSubCommands(),
    ...PushCommand.registerWithSubCommands(),
    ...ImportCommand.registerWithSubCommands(),
    ...AuditCommand.registerWithSubCommands(),
    ...WebhooksCommand.registerWithSubCommands(),
    StatsCommand,
    ...MigrateCommand.registerWithSubCommands(),
    BackupCommand,
    RestoreCommand,
    VerifyCommand,
  ],
})
export class CliModule {}
