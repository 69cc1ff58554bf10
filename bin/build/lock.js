import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { dist } from './places.js';
import { stop } from './stop.js';
import { timeOf } from './times.js';

const lock = join(dist, '.building');

const LONGEST_BUILD_MS = 120_000;

/** Of processes that start together one builds, and the others wait for it. */
export async function takeLock() {
  mkdirSync(dist, { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EEXIST') stop(`Parley cannot be built: ${message}.`);
    }
    if (Date.now() - timeOf(lock) > LONGEST_BUILD_MS) releaseLock();
    else await delay(100);
  }
}

export function releaseLock() {
  rmSync(lock, { recursive: true, force: true });
}
