import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { UserGuard } from '../auth/http/user.guard.js';
import { KeyAccessModule } from '../api-keys/key-access.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { RemoteAddresses } from '../../platform/http/remote-addresses.js';
import { UserBudgetsModule } from '../../platform/user-budgets/user-budgets.js';
import { RoomsModule } from '../rooms/rooms.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { UsersModule } from '../users/users.module.js';
import { FileReadersRepository } from './file-readers.repository.js';
import { FileUserGuard } from './file-user.guard.js';
import { FilesController } from './files.controller.js';
import { ReadableFiles } from './readable-files.js';
import { UploadPurposes } from './upload-purposes.js';
import { UploadOptionsController, UploadsController } from './uploads.controller.js';

/** Files over HTTP: uploads, and who reads them. */
@Module({
  imports: [UsersModule, AuthModule, KeyAccessModule, MessagesModule, RoomsModule, UploadsModule, UserBudgetsModule],
  controllers: [FilesController, UploadOptionsController, UploadsController],
  providers: [FileReadersRepository, FileUserGuard, ReadableFiles, RemoteAddresses, UploadPurposes, UserGuard],
})
export class FilesModule {}
