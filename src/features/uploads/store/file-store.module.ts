import { Module } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import { FileStore } from './file-store.js';
import { openStores } from './open-stores.js';
import type { Stores } from './open-stores.js';
import { StoreSettings } from './store.settings.js';

/** The token of the open stores of the deployment. */
export const STORES = Symbol('the stores of files');

/** The store of files, for servers and commands. */
@Module({
  providers: [
    { provide: STORES, useFactory: openStores, inject: [Config, StoreSettings] },
    { provide: FileStore, useFactory: ({ files }: Stores) => files, inject: [STORES] },
  ],
  exports: [FileStore, STORES],
})
export class FileStoreModule {}
