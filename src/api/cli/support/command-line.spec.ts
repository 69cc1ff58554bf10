import { commandLine } from './command-line.js';
import { tableOf } from './command-table.js';
import type { CommandEntry } from './command-table.js';

const entry = (name: string, more: Partial<CommandEntry> = {}): CommandEntry => ({
  name,
  aliases: [],
  description: `about ${name}`,
  help: { before: '', after: '' },
  arguments: [],
  options: [],
  commands: [],
  ...more,
});

const list = entry('list', {
  help: { before: '', after: '\nExample:\n  parley users list --json\n' },
  arguments: [{ syntax: '<room-id>', description: '' }],
  options: [{ flags: '--limit <n>', description: 'the maximum', mandatory: false }],
});
const table = entry('parley', { commands: [entry('users', { commands: [list] })] });

describe('the command line', () => {
  let ran: number;
  let printed: string;

  beforeEach(() => {
    ran = 0;
    printed = '';
  });

  /** @returns the error code of commander; undefined if the command was executed */
  async function parse(...words: string[]): Promise<string | undefined> {
    const run = (): Promise<void> => {
      ran += 1;
      return Promise.resolve();
    };
    const program = commandLine(table, '1.2.3', run);
    const write = (text: string): void => {
      printed += text;
    };
    const users = program.commands[0]!;
    for (const command of [program, users, users.commands[0]!]) {
      command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
    }
    return program.parseAsync(words, { from: 'user' }).then(
      () => undefined,
      (error: unknown) => (error as { code: string }).code,
    );
  }

  it('executes a command whose words are valid', async () => {
    await expect(parse('users', 'list', 'x', '--limit', '3')).resolves.toBeUndefined();
    expect(ran).toBe(1);
  });

  it.each([
    ['--version', 'commander.version', '1.2.3'],
    ['users lsit', 'commander.unknownCommand', 'Did you mean list?'],
    ['usres', 'commander.unknownCommand', 'Did you mean users?'],
    ['users list x --limt 3', 'commander.unknownOption', 'Did you mean --limit?'],
    ['users list', 'commander.missingArgument', 'room-id'],
    ['users list x y', 'commander.excessArguments', 'too many arguments'],
    ['users list --help', 'commander.helpDisplayed', 'parley users list --json'],
    ['users', 'commander.help', 'about list'],
  ])('answers %s without executing a command', async (words, code, text) => {
    await expect(parse(...words.split(' '))).resolves.toBe(code);
    expect(printed).toContain(text);
    expect(ran).toBe(0);
  });

  it('declares the commands of its table, and the completion of shells', () => {
    const { commands } = tableOf(commandLine(table, '1.2.3', () => Promise.resolve()));
    expect(commands.slice(0, -1)).toEqual(table.commands);
    expect(commands.at(-1)).toMatchObject({ name: 'completion' });
  });
});
