/** Run by the build: writes the table of commands to the file that is named. */
import { CliModule } from './cli.module.js';
import { writeCommandTable } from './commands/support/command-table.js';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file for the table.');
void writeCommandTable(CliModule, file);
