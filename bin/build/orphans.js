import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { dist, root } from './places.js';

/**
 * Entities and migrations are found by their names, so what a removed source left behind would still be loaded.
 * @param {string} folder
 */
export function removeOrphans(folder) {
  if (!existsSync(join(dist, folder))) return;
  for (const entry of readdirSync(join(dist, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const source = path.replace(/(\.d\.ts|\.js|\.js\.map)$/, '.ts');
    if (!existsSync(join(root, entry.isDirectory() ? path : source))) rmSync(join(dist, path), { recursive: true });
    else if (entry.isDirectory()) removeOrphans(path);
  }
}
