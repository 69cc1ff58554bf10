import { join } from 'node:path';

import { Module } from '@nestjs/common';

import { Config } from '../../../platform/config/config.js';
import type { Settings } from '../../../platform/config/settings.js';
import { dataFolder } from '../../../platform/config/data-folder.js';
import { DiskStore } from './disk-store.js';
import { FileStore } from './file-store.js';
import type { DirectUploads } from './file-store.js';
import { StoreSettings } from './store.settings.js';

export interface Stores {
  readonly files: FileStore;
  /** Undefined: clients send bytes to the service. */
  readonly direct: DirectUploads | undefined;
}

/**
 * The stores of a deployment. The SDK for S3 is loaded only if it is used. A store that does not answer yet does not
 * prevent the start.
 * @throws CannotStart if the folder of files cannot be written
 */
export async function openStores({ dataDir }: Pick<Config, 'dataDir'>, { s3 }: StoreSettings): Promise<Stores> {
  if (!s3) {
    return { files: await DiskStore.open(join(dataFolder(dataDir, 'uploads'), 'files')), direct: undefined };
  }
  const { S3Store } = await import('./s3-store.js');
  const store = new S3Store(s3);
  return { files: store, direct: store };
}

/** The store of files alone, as of {@link openStores}. */
export const openFileStore = async (settings: Settings): Promise<FileStore> =>
  (await openStores(settings.of(Config), settings.of(StoreSettings))).files;

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
