#!/usr/bin/env node
/**
 * `npm run fuzz`: sends invalid input to the service as the specs do, with a seed and a number of frames of your
 * choice.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = 'npm run fuzz -- [--seed S (random)] [--frames N (100000)]';
const ROOT = join(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

/** @throws {Error} with the usage */
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
const words = [VITEST, 'run', '--project', 'postgres', join(ROOT, 'test/postgres/invalid-input.spec.ts')];
const env = { ...process.env, FUZZ_SEED: String(seed), FUZZ_FRAMES: String(frames) };
const vitest = spawn(process.execPath, words, { cwd: ROOT, env, stdio: 'inherit' });
await once(vitest, 'exit');
process.exitCode = vitest.exitCode ?? 1;
