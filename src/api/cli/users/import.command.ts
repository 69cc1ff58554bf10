import { createReadStream } from 'node:fs';

import { invalid } from '@parley/protocol';
import { Presets, SingleBar } from 'cli-progress';
import { Option, SubCommand } from 'nest-commander';

import { UsersImportService } from '../../../features/users/users-import.service.js';
import type { Progress } from '../../../features/users/users-import.service.js';
import { fileErrorText } from '../support/file-error.js';
import { Examples, ParleyCommand } from '../support/parley-command.js';
import type { OutputOptions } from '../support/parley-command.js';

interface ImportOptions extends OutputOptions {
  readonly force?: true;
}

@SubCommand({
  name: 'import',
  arguments: '<file>',
  argsDescription: {
    file: 'CSV file with the columns username,password,email,first_name,last_name; - is standard input',
  },
  description: 'create the users of a CSV file, all of them or none, and print the username and id of each user',
})
@Examples('parley users import people.csv', 'parley users import - < people.csv')
export class UsersImportCommand extends ParleyCommand {
  async run([path = '']: string[], options: ImportOptions): Promise<void> {
    const file = path === '-' ? process.stdin : contentOf(path);
    const users = await this.deployment.get(UsersImportService, 'create');
    const progress = progressBar();
    const made = await users.fromCsv(file, progress, { force: options.force ?? false }).finally(progress.stop);
    this.print(options, made, made.map(({ username, id }) => `${username},${String(id)}`).join('\n'));
  }

  @Option({
    flags: '--force',
    description: 'accept short or common passwords, and usernames that look like others or mix scripts',
  })
  parseForce(): true {
    return true;
  }
}

/** @throws Refusal 4003 if the file does not exist or cannot be read */
async function* contentOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    throw invalid(fileErrorText(error, path) ?? `The file ${path} cannot be read.`);
  }
}

const SILENT = { start: (): void => undefined, advance: (): void => undefined, stop: (): void => undefined };

/** A progress bar on standard error if that is a terminal; otherwise no output. */
function progressBar(): Progress & { readonly stop: () => void } {
  if (!process.stderr.isTTY) return SILENT;
  const format = ' {bar} {percentage}% | {value} of {total} users | {eta_formatted} left';
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  return {
    start: (total) => bar.start(total, 0),
    advance: () => bar.increment(),
    stop: () => bar.stop(),
  };
}
