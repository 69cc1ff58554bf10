#!/usr/bin/env node
/** `npm run fuzz`: sends the service rubbish as the specs do, of another seed or as much as one likes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { missingServers } from '../servers/programs.js';

const USAGE = 'npm run fuzz -- [--seed S (by chance)] [--frames N (100000)]';
const ROOT = join(import.meta.dirname, '../..');
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** @throws {Error} that says what can be said */
function readFlags() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      frames: { type: 'string', default: '100000' },
    },
  });
  const [seed, frames] = [Number(values.seed), Number(values.frames)];
  if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(frames) || frames < 1) throw new Error(USAGE);
  return { seed, frames };
}

const { seed, frames } = readFlags();
const database = missingServers().postgres === undefined ? 'postgres' : 'embedded';
const words = [...JEST, '--selectProjects', database, '--testPathPatterns', 'test/fuzz'];
const env = { ...process.env, FUZZ_SEED: String(seed), FUZZ_FRAMES: String(frames) };
const jest = spawn(process.execPath, words, { cwd: ROOT, env, stdio: 'inherit' });
await once(jest, 'exit');
process.exitCode = jest.exitCode ?? 1;
