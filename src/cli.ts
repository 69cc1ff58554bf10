import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commandLine } from './api/cli/support/command-line.js';
import type { CommandEntry } from './api/cli/support/command-table.js';
import { TOOLS } from './api/cli/tools.js';
import { programFolder, version } from './platform/package/package-info.js';

/** Written by the build from the classes of the commands, so that `--help` loads none of them. */
const TABLE = join(programFolder, 'commands.json');

/** The reader of the output may stop early, as `head` does: the command still completes. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** The service itself, for the list of commands. */
const START: CommandEntry = {
  name: 'start',
  aliases: [],
  description: 'start the service',
  help: { before: '', after: '' },
  arguments: [],
  options: [],
  commands: [],
};

async function run(name: string): Promise<void> {
  if (name === START.name) {
    await import('./main.js');
    return;
  }
  const tool = TOOLS.get(name);
  const module = tool ? await tool() : (await import('./cli.module.js')).CliModule;
  const { runCommand } = await import('./api/cli/support/run-command.js');
  await runCommand(module);
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe);
const table = JSON.parse(readFileSync(TABLE, 'utf8')) as CommandEntry;
void commandLine({ ...table, commands: [START, ...table.commands] }, version, run).parseAsync();
