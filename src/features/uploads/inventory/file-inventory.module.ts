import { Module } from '@nestjs/common';

import { ByteStores } from './byte-stores.js';
import { FileListRepository } from './file-list.repository.js';
import { FilePurgeService } from './file-purge.js';
import { FileLookupService } from './file-lookup.service.js';
import { OrphansService } from './orphans.service.js';

/** The files of a deployment for commands, which need no running node. */
@Module({
  providers: [ByteStores, FileListRepository, FileLookupService, FilePurgeService, OrphansService],
  exports: [ByteStores, FileListRepository, FileLookupService, FilePurgeService, OrphansService],
})
export class FileInventoryModule {}
