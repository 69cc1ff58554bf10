import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { manifestIn } from './manifests.js';

const run = promisify(execFile);

/**
 * Makes an archive that npm installs.
 * @param {string} to the folder for it
 * @param {(folder: string) => void} stage writes the content into a folder
 * @returns {Promise<string>} its path
 */
export async function npmArchive(to, stage) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pack-'));
  try {
    stage(folder);
    mkdirSync(to, { recursive: true });
    await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', to], { cwd: folder });
    const { name, version } = manifestIn(folder);
    return join(to, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
