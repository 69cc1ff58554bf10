import { Module } from '@nestjs/common';

import { MessagePurgeModule } from '../retention/message-purge.module.js';
import { FileInventoryModule } from '../uploads/inventory/file-inventory.module.js';
import { UserDeletionModule } from '../people/deletion/delete-user.js';
import { UsersModule } from '../users/users.module.js';
import { UserErasureService } from './user-erasure.service.js';
import { UserExportRepository } from './user-export.repository.js';
import { UserExportService } from './user-export.service.js';
import { UserFilesExport } from './user-files-export.js';
import { UserHoldingsRepository } from './user-holdings.repository.js';
import { UserHoldingsService } from './user-holdings.service.js';

/** The data of a user for commands: its amount, its export and its erasure. */
@Module({
  imports: [FileInventoryModule, MessagePurgeModule, UserDeletionModule, UsersModule],
  providers: [
    UserErasureService,
    UserExportService,
    UserExportRepository,
    UserFilesExport,
    UserHoldingsRepository,
    UserHoldingsService,
  ],
  exports: [UserErasureService, UserExportService, UserFilesExport, UserHoldingsService],
})
export class PrivacyModule {}
