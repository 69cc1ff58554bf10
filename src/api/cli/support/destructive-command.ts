import { createInterface } from 'node:readline';

import { conflict } from '@parley/protocol';
import { Option } from 'nest-commander';

import { ParleyCommand } from './parley-command.js';
import type { OutputOptions } from './parley-command.js';

export interface DestructiveOptions extends OutputOptions {
  readonly yes?: true;
  readonly dryRun?: true;
}

/** The data that a command is about to delete. */
export interface Plan {
  /** The fields that `--dry-run --json` prints. */
  readonly document: object;
  /** The same for people: a sentence in each line. */
  readonly text: string;
  /** Such as `Delete the user ada?` */
  readonly question: string;
}

/** A command that destroys data. It shows what it will destroy, and an operator must confirm that. */
export abstract class DestructiveCommand extends ParleyCommand {
  @Option({ flags: '--yes', description: 'do not ask; required if standard input is not a terminal' })
  parseYes(): true {
    return true;
  }

  @Option({ flags: '--dry-run', description: 'show what the command would do, and change nothing' })
  parseDryRun(): true {
    return true;
  }

  /**
   * Whether to destroy: yes with `--yes`, no with `--dry-run`, else as the operator answers.
   * @param plan counts what will be destroyed, and changes nothing; not called with `--yes`, which shows nothing
   * @throws Refusal 4005 if the operator declines, or cannot be asked
   */
  protected async isConfirmed(options: DestructiveOptions, plan: () => Promise<Plan>): Promise<boolean> {
    if (options.yes && !options.dryRun) return true;
    const { document, text, question } = await plan();
    if (options.dryRun) {
      this.print(options, { dry_run: true, ...document }, `${text}\nNothing was changed, because of --dry-run.`);
      return false;
    }
    // Standard output is for the result, which may be written into a file.
    process.stderr.write(`${text}\n`);
    if (!process.stdin.isTTY || !process.stderr.isTTY) {
      throw conflict('Nothing was changed, because there is no terminal on which to ask: confirm with --yes.');
    }
    process.stderr.write(`${question} Type yes to continue: `);
    if ((await nextLine()).trim() !== 'yes') throw conflict('Nothing was changed.');
    return true;
  }
}

/** The next line of standard input; empty at its end. Ctrl-C ends the process, as everywhere else. */
function nextLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  return new Promise((resolve) => {
    const ended = (): void => {
      process.stderr.write('\n');
      resolve('');
    };
    lines.once('close', ended);
    lines.once('line', (line) => {
      lines.off('close', ended).close();
      resolve(line);
    });
  });
}
