#!/usr/bin/env node
/**
 * `npm run chaos`: injects faults into a deployment of its own while clients use it, and reports whether every promise
 * was kept. The deployment runs under a separate process, which cleans up when this one ends in any way; this process
 * checks that nothing is left.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endLeftoverProcesses } from './leftovers.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-chaos-'));
const storm = spawn(process.execPath, [join(import.meta.dirname, 'storm.js'), folder, ...process.argv.slice(2)], {
  stdio: ['pipe', 'inherit', 'inherit'],
  // In a session of its own, so that Ctrl-C does not reach the deployment's processes first.
  detached: true,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => storm.stdin.end());

await once(storm, 'exit');
const leftovers = await endLeftoverProcesses(folder);
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
for (const leftover of leftovers) console.error(`Left running: ${leftover}`);
process.exitCode = leftovers.length > 0 ? 1 : (storm.exitCode ?? 1);
