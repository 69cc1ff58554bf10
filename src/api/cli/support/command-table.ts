import type { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';

import { Injectable, Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Command } from 'commander';
import type { Option } from 'commander';
import { InjectCommander } from 'nest-commander';

import { commandApplication } from './run-command.js';

/** The declaration of a command, which is sufficient to parse it and to print its help, in JSON. */
export interface CommandEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  /** Printed before and after the help of commander, such as examples. */
  readonly help: { readonly before: string; readonly after: string };
  readonly arguments: readonly { readonly syntax: string; readonly description: string }[];
  readonly options: readonly OptionEntry[];
  /** The subcommands. A command with subcommands cannot be executed itself. */
  readonly commands: readonly CommandEntry[];
}

interface OptionEntry {
  readonly flags: string;
  readonly description: string;
  readonly mandatory: boolean;
  readonly choices?: readonly string[];
  readonly defaultValue?: unknown;
}

/** The declarations of `command` and its subcommands. */
export function tableOf(command: Command): CommandEntry {
  return {
    name: command.name(),
    aliases: command.aliases(),
    description: command.description(),
    help: { before: helpText(command, 'beforeHelp'), after: helpText(command, 'afterHelp') },
    arguments: command.registeredArguments.map((argument) => ({
      syntax: syntaxOf(argument),
      description: argument.description,
    })),
    options: command.options.map(optionEntry),
    commands: command.commands.map(tableOf),
  };
}

function optionEntry({ flags, description, mandatory, argChoices, defaultValue }: Option): OptionEntry {
  return {
    flags,
    description,
    mandatory,
    ...(argChoices && { choices: argChoices }),
    ...(defaultValue !== undefined && { defaultValue: defaultValue as unknown }),
  };
}

function syntaxOf(argument: Command['registeredArguments'][number]): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** The text that `addHelpText` has added at this position. */
function helpText(command: Command, position: 'beforeHelp' | 'afterHelp'): string {
  let text = '';
  const write = (piece: string): void => {
    text += piece;
  };
  (command as Command & EventEmitter).emit(position, { error: false, command, write });
  return text;
}

@Injectable()
class Program {
  constructor(@InjectCommander() readonly command: Command) {}
}

/** The commands that the classes of a module declare, with the parsers of their options. */
export async function declaredCommands(module: Type): Promise<Command> {
  @Module({ imports: [module], providers: [Program] })
  class TableModule {}

  const app = await commandApplication(TableModule);
  const { command } = app.get(Program, { strict: false });
  await app.close();
  return command;
}

/**
 * Writes what the classes of the commands declare, for the command line. Called by the build:
 * src/write-command-table.ts.
 */
export async function writeCommandTable(module: Type, file: string): Promise<void> {
  writeFileSync(file, JSON.stringify(tableOf(await declaredCommands(module))));
}
