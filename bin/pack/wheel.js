/** The archive of the Python package: a wheel. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pythonOf } from '../../sdk/conformance/suite.js';
import { root } from '../build-parts.js';
import { SBOM, sbomOf } from './sbom.js';

const run = promisify(execFile);
/** Of Debian, with no registry. */
const OPTIONS = ['--no-index', '--disable-pip-version-check', '--quiet', '--no-build-isolation', '--no-deps'];

/** @param {string} to @returns {Promise<string>} its path */
export async function packWheel(to) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-wheel-'));
  try {
    const [source, made] = [join(folder, 'source'), join(folder, 'made')];
    // The build writes beside its sources.
    cpSync(join(root, 'sdk/python'), source, { recursive: true });
    const version = /^version = "(.*)"$/m.exec(readFileSync(join(source, 'pyproject.toml'), 'utf8'))?.[1] ?? '';
    writeFileSync(join(source, SBOM), sbomOf({ name: 'parley', version, license: 'MIT' }, [], [], 'pypi'));
    await run(pythonOf(), ['-m', 'pip', 'wheel', ...OPTIONS, '--wheel-dir', made, source]);
    const [wheel = ''] = readdirSync(made);
    mkdirSync(to, { recursive: true });
    cpSync(join(made, wheel), join(to, wheel));
    return join(to, wheel);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
