import { join } from 'node:path';

import { makeOrCopy } from './kept-template.js';
import { fillSpecTemplate } from './template.js';

/**
 * A template data folder: an embedded database with all tables and the users of the specs.
 * @param {string} folder
 * @param {AbortSignal} signal
 */
export async function holdEmbedded(folder, signal) {
  const template = join(folder, 'template');
  await makeOrCopy('embedded', template, () => fillSpecTemplate(folder, { DATA_DIR: template }, signal));
  return { settings: { template }, release: () => Promise.resolve() };
}
