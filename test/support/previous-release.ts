import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import { unpackRelease } from '../previous-release/unpack.js';
import type { Release } from '../previous-release/unpack.js';
import { prepared } from './run.js';

let unpacked: Release | undefined;

/** The previous release, unpacked in a folder of its own. */
export const previousRelease = (): Release =>
  (unpacked ??= unpackRelease(mkdtempSync(join(prepared('postgres').folder, 'release-'))));
