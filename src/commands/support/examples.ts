import { SetMetadata } from '@nestjs/common';
import { CommandRunner } from 'nest-commander';

import { examplesText } from './examples-text.js';

const EXAMPLES = 'parley:examples';

/** Invocations of a command, such as `parley users list --json`, which its help prints. Every command has one. */
export const Examples = (...invocations: readonly [string, ...string[]]): ClassDecorator =>
  SetMetadata(EXAMPLES, invocations);

type CommanderCommand = Parameters<CommandRunner['setCommand']>[0];

/** A command whose help ends with its examples. */
export abstract class CommandWithExamples extends CommandRunner {
  override setCommand(command: CommanderCommand): this {
    const examples = Reflect.getMetadata(EXAMPLES, this.constructor) as readonly string[] | undefined;
    return super.setCommand(examples ? command.addHelpText('after', examplesText(examples)) : command);
  }
}
