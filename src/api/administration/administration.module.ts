import { Module } from '@nestjs/common';

import { AuthModule } from '../../features/auth/auth.module.js';
import { ApiKeysModule } from '../../features/api-keys/api-keys.service.js';
import { PushAdministrationModule } from '../../delivery/push/push.module.js';
import { WebhookAdministrationModule } from '../../delivery/webhooks/webhooks.module.js';
import { MessagesModule } from '../../features/messages/messages.module.js';
import { MessagePurgeModule } from '../../features/retention/message-purge.module.js';
import { AuditExportModule } from '../../features/audit/audit-export.service.js';
import { AuditVerificationModule } from '../../features/audit/audit-verification.js';
import { DeploymentModule } from '../../features/deployment/deployment.module.js';
import { MailQueueModule } from '../../features/mail/mail.module.js';
import { DeliveryTraceModule } from '../../features/delivery-trace/delivery-trace.module.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { PresenceModule } from '../../features/presence/presence.module.js';
import { ReportContextModule } from '../../features/reports/report-context.js';
import { ReportsModule } from '../../features/reports/reports.module.js';
import { RoomAdministrationModule } from '../../features/rooms/administration/room-administration.service.js';
import { RoomsModule } from '../../features/rooms/rooms.module.js';
import { FileInventoryModule } from '../../features/uploads/inventory/file-inventory.module.js';
import { UsersModule } from '../../features/users/users.module.js';
import { MeController } from './access/me.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { FiguresModule } from './figures/figures.module.js';
import { FilesAdministrationController } from './files/files.controller.js';
import { HeldMessagesController } from './held/held-messages.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { MailsController } from './mails/mails.controller.js';
import { MessagesAdministrationController } from './messages/messages.controller.js';
import { OverviewModule } from './overview/overview.module.js';
import { PushesController } from './pushes/pushes.controller.js';
import { ReportsAdministrationController } from './reports/reports.controller.js';
import { MemberRestrictionsController } from './rooms/member-restrictions.controller.js';
import { RoomManagementController } from './rooms/room-management.controller.js';
import { RoomsAdministrationController } from './rooms/rooms.controller.js';
import { SettingsController } from './settings/settings.controller.js';
import { UsersAdministrationModule } from './users/users-administration.module.js';
import { DeliveriesController } from './webhooks/deliveries.controller.js';
import { WebhooksAdministrationController } from './webhooks/webhooks.controller.js';

/** The commands of operators, over HTTP: for the administration page, with the rights of its user. */
@Module({
  imports: [
    ApiKeysModule,
    AuditExportModule,
    AuditVerificationModule,
    AuthModule,
    DeliveryTraceModule,
    DeploymentModule,
    FiguresModule,
    FileInventoryModule,
    MailQueueModule,
    MessagePurgeModule,
    MessagesModule,
    OverviewModule,
    PresenceModule,
    PushAdministrationModule,
    ReportContextModule,
    ReportsModule,
    RoomAdministrationModule,
    RoomsModule,
    UsersAdministrationModule,
    UsersModule,
    WebhookAdministrationModule,
  ],
  providers: [RemoteAddresses],
  controllers: [
    AuditController,
    DeliveriesController,
    FilesAdministrationController,
    HeldMessagesController,
    KeysController,
    MailsController,
    MeController,
    MemberRestrictionsController,
    MessagesAdministrationController,
    PushesController,
    ReportsAdministrationController,
    RoomManagementController,
    RoomsAdministrationController,
    SettingsController,
    WebhooksAdministrationController,
  ],
})
export class AdministrationModule {}
