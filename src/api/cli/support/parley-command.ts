import { Injectable, SetMetadata } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';

import { styled } from '../../../platform/logging/terminal-style.js';
import { Deployment } from './deployment.js';
import { examplesText } from './examples-text.js';
import { listPieces } from './printed-list.js';
import type { Columns } from './printed-list.js';

/** What a command has checked is not in order. A command that could not check it ends with 1, as after each error. */
export const FOUND_FAULTY = 2;

const EXAMPLES = 'parley:examples';

/** Invocations of a command, such as `parley users list --json`, which its help prints. Every command has one. */
export const Examples = (...invocations: readonly [string, ...string[]]): ClassDecorator =>
  SetMetadata(EXAMPLES, invocations);

type CommanderCommand = Parameters<CommandRunner['setCommand']>[0];

/** A command whose help ends with its examples. */
abstract class CommandWithExamples extends CommandRunner {
  override setCommand(command: CommanderCommand): this {
    const examples = Reflect.getMetadata(EXAMPLES, this.constructor) as readonly string[] | undefined;
    return super.setCommand(examples ? command.addHelpText('after', examplesText(examples)) : command);
  }
}

export interface OutputOptions {
  readonly json?: true;
}

/** A command that can be executed: it calls a service and prints the result. */
@Injectable()
export abstract class ParleyCommand extends CommandWithExamples {
  constructor(protected readonly deployment: Deployment) {
    super();
  }

  override setCommand(command: CommanderCommand): this {
    return super.setCommand(command.allowExcessArguments(false));
  }

  @Option({ flags: '--json', description: 'print one JSON document in place of text' })
  parseJson(): true {
    return true;
  }

  /** @param text printed without `--json`, unless it is empty */
  protected print({ json }: OutputOptions, document: object, text: string): void {
    if (json) process.stdout.write(`${JSON.stringify(document)}\n`);
    else if (text !== '') process.stdout.write(`${text}\n`);
  }

  /** Prints a list whose items are read in parts, each before the next is read. */
  protected async printList<Item extends object>(
    { json }: OutputOptions,
    parts: AsyncIterable<readonly Item[]>,
    columns: Columns<Item>,
  ): Promise<void> {
    await this.printPieces(listPieces(parts, json ? 'json' : columns));
  }

  protected warn(sentence: string): void {
    process.stderr.write(`${styled('yellow', sentence, process.stderr)}\n`);
  }

  /** Prints a text of any length with backpressure. Stops if the reader closes the stream. */
  protected async printPieces(pieces: AsyncIterable<string>): Promise<void> {
    try {
      for await (const piece of pieces) await written(piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }
  }
}

/** Not by `pipeline`, which leaves its listeners on a stream that it does not end. */
const written = (piece: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(piece, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** A group of commands. The command line prints its help and never executes it. */
export abstract class CommandGroup extends CommandWithExamples {
  override run(): Promise<void> {
    this.command.help({ error: true });
  }
}
