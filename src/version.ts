import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of this program, as its `package.json` says: beside the sources, or one folder above what was made of them. */
export const version: string = versionIn(import.meta.dirname);

function versionIn(folder: string): string {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return versionIn(join(folder, '..'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
