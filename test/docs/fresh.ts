import { join } from 'node:path';

import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

/** A database without users, so that the first users have the ids 1 and 2, as on the pages. */
export async function freshServiceData(): Promise<ServiceData> {
  const serviceData = await newServiceData();
  return { ...serviceData, env: { ...serviceData.env, DATA_DIR: join(serviceData.folder, 'fresh') } };
}
