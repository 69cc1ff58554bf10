/**
 * `node dist/src/commands/write-command-table.js FILE`, run by the build: writes the declarations of the command
 * classes to a file for the command line.
 */
import { writeFileSync } from 'node:fs';

import { Injectable, Module } from '@nestjs/common';
import { Command } from 'commander';
import { InjectCommander } from 'nest-commander';

import { CliModule } from '../cli.module.js';
import { tableOf } from './command-table.js';
import { commandApplication } from './nest-application.js';

@Injectable()
class Program {
  constructor(@InjectCommander() readonly command: Command) {}
}

@Module({ imports: [CliModule], providers: [Program] })
class TableModule {}

const app = await commandApplication(TableModule);
writeFileSync(
  process.argv[2] ?? 'dist/commands.json',
  JSON.stringify(tableOf(app.get(Program, { strict: false }).command)),
);
await app.close();
