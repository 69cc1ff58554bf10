import { Module } from '@nestjs/common';

import { WebhookAdministrationModule } from '../../integrations/webhooks/webhooks.module.js';
import { MessagePurgeModule } from '../../messages/retention/message-purge.module.js';
import { UsersModule } from '../../users/users.module.js';
import { UserErasureService } from './user-erasure.service.js';
import { UserExportRepository } from './user-export.repository.js';
import { UserExportService } from './user-export.service.js';

/** Export and erasure of the data of a user, for commands. */
@Module({
  imports: [MessagePurgeModule, UsersModule, WebhookAdministrationModule],
  providers: [UserErasureService, UserExportService, UserExportRepository],
  exports: [UserErasureService, UserExportService],
})
export class PrivacyModule {}
