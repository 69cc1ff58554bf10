import { join } from 'node:path';

import { fillSpecTemplate } from './template.js';

/**
 * A data folder whose embedded database is migrated and inhabited, to be copied.
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function holdEmbedded(folder, signal) {
  const template = join(folder, 'template');
  await fillSpecTemplate(folder, { DATA_DIR: template }, signal);
  return { told: { template }, release: () => Promise.resolve() };
}
