import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of this package: the nearest one with a `package.json`, whether this is the bundle or one of its modules. */
export const packageRoot: string = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(join(folder, '..'));
}
