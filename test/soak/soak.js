#!/usr/bin/env node
/**
 * `npm run soak`: lets clients use two nodes for a while, samples the resources of the nodes, and reports whether they
 * stay flat, whether all are released at the end, and whether every promise was kept.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endLeftoverProcesses } from '../chaos/leftovers.js';
import { readFlags } from './flags.js';
import { runSoak } from './run-soak.js';
import { printReport } from './report/print-report.js';

const flags = readFlags(process.argv.slice(2));
const folder = mkdtempSync(join(tmpdir(), 'parley-soak-'));
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => interruption.abort(new Error('Interrupted.')));
}

try {
  const run = await runSoak(folder, flags, interruption.signal);
  if (!printReport(run, flags)) process.exitCode = 1;
} catch (error) {
  const cause = /** @type {unknown} */ (interruption.signal.aborted ? interruption.signal.reason : error);
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  for (const leftover of await endLeftoverProcesses(folder)) {
    console.error(`Left running: ${leftover}`);
    process.exitCode = 1;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
