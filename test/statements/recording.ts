import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { RECORDED_TIERS } from './recorded-tiers.js';

const RECORDER = join(import.meta.dirname, 'recorder.js');

/**
 * The options of a Node.js process that records its statements, if this test run does so: `TEST_STATEMENTS` names the
 * folder, and each tier of {@link RECORDED_TIERS} has a folder of its own there.
 */
export function recordingOptions(): string[] {
  const { TEST_STATEMENTS = '', TEST_TIER = '' } = process.env;
  if (TEST_STATEMENTS === '' || !RECORDED_TIERS.includes(TEST_TIER)) return [];
  const folder = join(TEST_STATEMENTS, TEST_TIER);
  mkdirSync(folder, { recursive: true });
  const url = pathToFileURL(RECORDER);
  url.searchParams.set('folder', folder);
  return ['--import', url.href];
}
