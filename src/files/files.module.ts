import { Module } from '@nestjs/common';

import { AuthModule } from '../auth/auth.module.js';
import { UserGuard } from '../auth/http/user.guard.js';
import { MessagesModule } from '../messages/messages.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { FileReadersRepository } from './file-readers.repository.js';
import { FilesController } from './files.controller.js';
import { ReadableFiles } from './readable-files.js';
import { UploadOptionsController, UploadsController } from './uploads.controller.js';

/** Files over HTTP: uploads, and who reads them. */
@Module({
  imports: [AuthModule, MessagesModule, UploadsModule],
  controllers: [FilesController, UploadOptionsController, UploadsController],
  providers: [FileReadersRepository, ReadableFiles, UserGuard],
})
export class FilesModule {}
