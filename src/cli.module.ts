import { Module } from '@nestjs/common';

import { AuthModule } from './features/auth/auth.module.js';
import {
  KeysCommand,
  AuditCommand,
  TokensCommand,
  MigrateCommand,
  EpochCommand,
  FilesCommand,
  MailCommand,
  MessagesCommand,
  SessionsCommand,
  PushCommand,
  ReportsCommand,
  RoomsCommand,
  RulesCommand,
  InvitationsCommand,
  SettingsCommand,
  UsersCommand,
  WebhooksCommand,
} from './api/cli/command-groups.js';
import { StatsCommand } from './api/cli/stats/stats.command.js';
import { Deployment } from './api/cli/support/deployment.js';
import { ApiKeysModule } from './features/api-keys/api-keys.service.js';
import { PushAdministrationModule } from './delivery/push/push.module.js';
import { WebhookAdministrationModule } from './delivery/webhooks/webhooks.module.js';
import { MessagePurgeModule } from './features/retention/message-purge.module.js';
import { AuditExportModule } from './features/audit/audit-export.service.js';
import { AuditVerificationModule } from './features/audit/audit-verification.js';
import { DeliveryTraceModule } from './features/delivery-trace/delivery-trace.module.js';
import { PrivacyModule } from './features/personal-data/privacy.module.js';
import { StatsModule } from './features/statistics/stats.repository.js';
import { SessionListModule } from './features/presence/presence.module.js';
import { EpochsModule } from './features/rooms/epochs/epochs.service.js';
import { RoomAdministrationModule } from './features/rooms/administration/room-administration.service.js';
import { UserDeletionModule } from './features/people/deletion/delete-user.js';
import { ReportAdministrationModule } from './features/reports/report-administration.js';
import { ReportContextModule } from './features/reports/report-context.js';
import { MailQueueModule } from './features/mail/mail.module.js';
import { InvitationAdministrationModule } from './features/invitations/invitations.module.js';
import { FileInventoryModule } from './features/uploads/inventory/file-inventory.module.js';
import { UsersModule } from './features/users/users.module.js';

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
      InvitationAdministrationModule,
      MailQueueModule,
    ]),
    ...UsersCommand.registerWithSubCommands(),
    ...TokensCommand.registerWithSubCommands(),
    ...KeysCommand.registerWithSubCommands(),
    ...ReportsCommand.registerWithSubCommands(),
    ...RoomsCommand.registerWithSubCommands(),
    ...RulesCommand.registerWithSubCommands(),
    ...MessagesCommand.registerWithSubCommands(),
    ...FilesCommand.registerWithSubCommands(),
    ...InvitationsCommand.registerWithSubCommands(),
    ...MailCommand.registerWithSubCommands(),
    ...SettingsCommand.registerWithSubCommands(),
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
