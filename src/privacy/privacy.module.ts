import { Module } from '@nestjs/common';

import { MessagePurgeModule } from '../messages/index.js';
import { UsersModule } from '../users/index.js';
import { WebhookAdministrationModule } from '../webhooks/index.js';
import { UserErasureService } from './user-erasure.js';
import { UserExportService } from './user-export.js';
import { UserExportRepository } from './user-export.repository.js';

/** Export and erasure of the data of a user, for commands. */
@Module({
  imports: [MessagePurgeModule, UsersModule, WebhookAdministrationModule],
  providers: [UserErasureService, UserExportService, UserExportRepository],
  exports: [UserErasureService, UserExportService],
})
export class PrivacyModule {}
