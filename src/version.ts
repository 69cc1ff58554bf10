import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { packageRoot } from './package-root.js';

/** The version of this program, from its `package.json`. */
export const version: string = versionIn(join(packageRoot, 'package.json'));

function versionIn(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
