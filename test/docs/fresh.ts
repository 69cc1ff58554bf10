import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { parley } from '../support/command.js';
import { emptyServiceData, newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

/** A data folder with all tables and no users. It is made once per worker, as that takes longer than a start. */
let migrated: Promise<string> | undefined;

/** A database without users, so that the first users have the ids 1 and 2, as on the pages. */
export async function freshServiceData(): Promise<ServiceData> {
  const serviceData = await newServiceData();
  const dataDir = join(serviceData.folder, 'fresh');
  cpSync(await (migrated ??= migratedFolder()), dataDir, { recursive: true });
  return { ...serviceData, env: { ...serviceData.env, DATA_DIR: dataDir } };
}

async function migratedFolder(): Promise<string> {
  const serviceData = await emptyServiceData('embedded');
  await parley(serviceData, 'migrate', 'up');
  return serviceData.env.DATA_DIR!;
}
