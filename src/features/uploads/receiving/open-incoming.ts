import type { Config } from '../../../platform/config/config.js';
import { dataFolder } from '../../../platform/config/data-folder.js';
import type { WorkFolder } from '../checking/work-folder.js';
import type { Stores } from '../store/open-stores.js';
import { DiskIncoming } from './disk-incoming.js';
import type { Incoming } from './incoming.js';
import { StoreIncoming } from './store-incoming.js';

/**
 * Where the bytes of uploads arrive: at the store, if it takes them, or else at the service.
 * @throws CannotStart if the folder cannot be made
 */
export const openIncoming = ({ dataDir }: Config, { files, direct }: Stores, folders: WorkFolder): Incoming =>
  direct ? new StoreIncoming(files, direct, folders) : new DiskIncoming(dataFolder(dataDir, 'uploads', 'incoming'));
