import type { Command, Option } from 'commander';

/** The completions of a value: words, names of files, or none. */
export type Values = readonly string[] | 'files' | 'none';

interface CompletableOption {
  /** With its dashes: `--limit`. */
  readonly flag: string;
  readonly description: string;
  /** Undefined: the option has no value. */
  readonly values: Values | undefined;
}

/** A command as the generators of scripts need it. */
export interface CompletableCommand {
  /** The words of the command, with `parley`. */
  readonly path: string;
  readonly subcommands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletableOption[];
  /** The completions of an argument. Undefined: the command has none. */
  readonly values: Values | undefined;
}

/** The command and all commands below it. */
export function completableCommands(command: Command, above = ''): CompletableCommand[] {
  const path = `${above}${command.name()}`;
  const [argument] = command.registeredArguments;
  return [
    {
      path,
      subcommands: command.commands.map((each) => ({ name: each.name(), description: each.description() })),
      options: command.createHelp().visibleOptions(command).map(completableOption),
      values: argument && valuesOf(argument.name(), argument.argChoices),
    },
    ...command.commands.flatMap((each) => completableCommands(each, `${path} `)),
  ];
}

function completableOption({ long, flags, description, argChoices }: Option): CompletableOption {
  const value = /<(.+)>/.exec(flags)?.[1];
  return {
    flag: long ?? flags,
    description,
    values: value === undefined ? undefined : valuesOf(value, argChoices),
  };
}

const valuesOf = (name: string, choices: readonly string[] | undefined): Values =>
  choices ?? (name === 'file' ? 'files' : 'none');
