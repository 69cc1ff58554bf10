import { Module } from '@nestjs/common';

import { ByteStores } from './byte-stores.js';
import { FileListRepository } from './file-list.repository.js';
import { OrphansService } from './orphans.service.js';

/** The files of a deployment for commands, which need no running node. */
@Module({
  providers: [ByteStores, FileListRepository, OrphansService],
  exports: [ByteStores, FileListRepository, OrphansService],
})
export class FileInventoryModule {}
