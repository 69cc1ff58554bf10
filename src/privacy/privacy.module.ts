import { Module } from '@nestjs/common';

import { MessagePurgeModule } from '../messages/index.js';
import { UsersModule } from '../users/index.js';
import { WebhookAdministrationModule } from '../webhooks/index.js';
import { UserErasure } from './user-erasure.js';
import { UserExport } from './user-export.js';
import { UserExportRepository } from './user-export.repository.js';

/** Export and erasure of the data of a user, for commands. */
@Module({
  imports: [MessagePurgeModule, UsersModule, WebhookAdministrationModule],
  providers: [UserErasure, UserExport, UserExportRepository],
  exports: [UserErasure, UserExport],
})
export class PrivacyModule {}
