import { Command, Option } from 'commander';
import type { OutputConfiguration } from 'commander';

import { styled } from '../../../platform/logging/terminal-style.js';
import { addCompletion } from '../completion/completion.js';
import type { CommandEntry } from './command-table.js';
import { examplesText } from './examples-text.js';

/** Errors are red on a terminal. Everything else is printed by commander. */
const OUTPUT: OutputConfiguration = {
  outputError: (text, write) => write(`${styled('red', text.trimEnd(), process.stderr)}\n`),
};
const EXAMPLES = ['parley users create ada --password-stdin < password.txt', 'parley users list --json'];
const FURTHER_HELP = `
"parley <command> --help" prints the subcommands, the options and examples of a command.`;

/**
 * The command line that a table describes. It handles `--help`, `--version` and invalid input.
 * @param table the commands of the program
 * @param version the text for `--version`
 * @param run executes the command, given its first word; called with valid arguments only
 */
export function commandLine(table: CommandEntry, version: string, run: (name: string) => Promise<void>): Command {
  const program = new Command('parley')
    .configureOutput(OUTPUT)
    .description('Parley, a self-hosted chat service: the commands of its operators')
    .version(version, '--version', 'print the version')
    .addHelpText('after', examplesText(EXAMPLES))
    .addHelpText('after', FURTHER_HELP);
  for (const entry of table.commands) program.addCommand(commandOf(entry, () => run(entry.name)));
  addCompletion(program);
  return program;
}

function commandOf(entry: CommandEntry, run: () => Promise<void>): Command {
  const command = new Command(entry.name)
    .configureOutput(OUTPUT)
    .aliases([...entry.aliases])
    .description(entry.description);
  if (entry.help.before !== '') command.addHelpText('before', withoutLineEnd(entry.help.before));
  if (entry.help.after !== '') command.addHelpText('after', withoutLineEnd(entry.help.after));
  for (const { syntax, description } of entry.arguments) command.argument(syntax, description);
  for (const { flags, description, mandatory, choices, defaultValue } of entry.options) {
    const option = new Option(flags, description).makeOptionMandatory(mandatory).default(defaultValue);
    command.addOption(choices ? option.choices(choices) : option);
  }
  for (const subcommand of entry.commands) command.addCommand(commandOf(subcommand, run));
  return entry.commands.length > 0 ? command : command.allowExcessArguments(false).action(run);
}

/** `addHelpText` appends a line end to each text. */
const withoutLineEnd = (text: string): string => text.replace(/\n$/, '');
