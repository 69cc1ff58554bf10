import { join } from 'node:path';

import { fillTemplate } from './template.js';

/**
 * A data folder whose embedded database is migrated and inhabited, to be copied.
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function holdEmbedded(folder, signal) {
  const template = join(folder, 'template');
  await fillTemplate(folder, { DATA_DIR: template }, signal);
  return { told: { template }, release: () => Promise.resolve() };
}
