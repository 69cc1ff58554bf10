import { Module } from '@nestjs/common';

import { AuthModule } from './auth/auth.module.js';
import {
  KeysCommand,
  AuditCommand,
  TokensCommand,
  MigrateCommand,
  EpochCommand,
  FilesCommand,
  MessagesCommand,
  SessionsCommand,
  PushCommand,
  ReportsCommand,
  RoomsCommand,
  RulesCommand,
  UsersCommand,
  WebhooksCommand,
} from './commands/command-groups.js';
import { StatsCommand } from './commands/stats/stats.command.js';
import { Deployment } from './commands/support/deployment.js';
import { ApiKeysModule } from './integrations/api-keys/api-keys.service.js';
import { PushAdministrationModule } from './integrations/web-push/push.module.js';
import { WebhookAdministrationModule } from './integrations/webhooks/webhooks.module.js';
import { MessagePurgeModule } from './messages/retention/message-purge.module.js';
import { AuditExportModule } from './operations/audit/audit-export.service.js';
import { AuditVerificationModule } from './operations/audit/audit-verification.js';
import { DeliveryTraceModule } from './operations/delivery-trace/delivery-trace.module.js';
import { PrivacyModule } from './operations/privacy/privacy.module.js';
import { StatsModule } from './operations/stats/stats.repository.js';
import { SessionListModule } from './presence/presence.module.js';
import { EpochsModule } from './rooms/epochs/epochs.service.js';
import { RoomAdministrationModule } from './rooms/administration/room-administration.service.js';
import { UserDeletionModule } from './people/deletion/user-deletion.module.js';
import { ReportAdministrationModule } from './reports/report-administration.js';
import { ReportContextModule } from './reports/report-context.js';
import { FileInventoryModule } from './uploads/inventory/file-inventory.module.js';
import { UsersModule } from './users/users.module.js';

/** The commands of `parley`, besides those of the tools, and the features that they use. */
@Module({
  providers: [
    Deployment.with([
      UsersModule,
      AuthModule,
      RoomAdministrationModule,
      MessagePurgeModule,
      SessionListModule,
      PrivacyModule,
      UserDeletionModule,
      PushAdministrationModule,
      DeliveryTraceModule,
      StatsModule,
      WebhookAdministrationModule,
      ApiKeysModule,
      EpochsModule,
      FileInventoryModule,
      AuditExportModule,
      AuditVerificationModule,
      ReportAdministrationModule,
      ReportContextModule,
    ]),
    ...UsersCommand.registerWithSubCommands(),
    ...TokensCommand.registerWithSubCommands(),
    ...KeysCommand.registerWithSubCommands(),
    ...ReportsCommand.registerWithSubCommands(),
    ...RoomsCommand.registerWithSubCommands(),
    ...RulesCommand.registerWithSubCommands(),
    ...MessagesCommand.registerWithSubCommands(),
    ...FilesCommand.registerWithSubCommands(),
    ...SessionsCommand.registerWithSubCommands(),
    ...PushCommand.registerWithSubCommands(),
    ...AuditCommand.registerWithSubCommands(),
    ...WebhooksCommand.registerWithSubCommands(),
    StatsCommand,
    ...MigrateCommand.registerWithSubCommands(),
    ...EpochCommand.registerWithSubCommands(),
  ],
})
export class CliModule {}
