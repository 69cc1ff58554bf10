import { parley } from '../support/command.js';
import { copyDataFolder, emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

/** A data folder with all tables and no users. It is made once per worker, as that takes longer than a start. */
let migrated: Promise<string> | undefined;

/** A database without users, so that the first users have the ids 1 and 2, as on the pages. */
export async function freshServiceData(): Promise<ServiceData> {
  const serviceData = await emptyServiceData('embedded');
  copyDataFolder(await (migrated ??= migratedFolder()), serviceData.env.DATA_DIR!);
  return serviceData;
}

async function migratedFolder(): Promise<string> {
  const serviceData = await emptyServiceData('embedded');
  await parley(serviceData, 'migrate', 'up');
  return serviceData.env.DATA_DIR!;
}
