import { Module } from '@nestjs/common';

import { UploadsRepository } from '../uploads.repository.js';
import { ByteStores } from './byte-stores.js';
import { FileListRepository } from './file-list.repository.js';
import { OrphansService } from './orphans.service.js';

/** The files of a deployment for commands, which need no running node. */
@Module({
  providers: [ByteStores, FileListRepository, OrphansService, UploadsRepository],
  exports: [ByteStores, FileListRepository, OrphansService],
})
export class FileInventoryModule {}
