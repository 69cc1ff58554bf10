/** Run by the build: writes the table of commands to the file that is named. */
import { Module } from '@nestjs/common';

import { CliModule } from './cli.module.js';
import { writeCommandTable } from './api/cli/support/command-table.js';
import { TOOLS } from './api/cli/tools.js';

async function write(file: string): Promise<void> {
  const tools = await Promise.all([...new Set(TOOLS.values())].map((tool) => tool()));

  @Module({ imports: [CliModule, ...tools] })
  class AllCommandsModule {}

  await writeCommandTable(AllCommandsModule, file);
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file for the table.');
void write(file);
