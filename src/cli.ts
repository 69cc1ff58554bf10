import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commandLine } from './commands/command-line.js';
import type { CommandEntry } from './commands/command-table.js';
import { packageRoot } from './package-root.js';
import { version } from './version.js';

/** Written by the build from the classes of the commands, so that `--help` loads none of them. */
const TABLE = join(packageRoot, 'dist/commands.json');

/** The reader of the output may stop early, as `head` does: the command still completes. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function run(): Promise<void> {
  const { runCommand } = await import('./commands/run-command.js');
  await runCommand();
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe);
const table = JSON.parse(readFileSync(TABLE, 'utf8')) as CommandEntry;
await commandLine(table, version, run).parseAsync();
