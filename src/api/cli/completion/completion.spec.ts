import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { commandLine } from '../support/command-line.js';
import type { CommandEntry } from '../support/command-table.js';
import { SHELLS } from './completion.js';
import { completionScript } from './scripts.js';

const entry = (name: string, more: Partial<CommandEntry> = {}): CommandEntry => ({
  name,
  aliases: [],
  description: `the user's ${name}`,
  help: { before: '', after: '' },
  arguments: [],
  options: [],
  commands: [],
  ...more,
});
const option = (flags: string, choices?: readonly string[]): CommandEntry['options'][number] => ({
  flags,
  description: `it's ${flags}`,
  mandatory: false,
  ...(choices && { choices }),
});

const list = entry('list', {
  options: [option('--state <state>', ['pending', 'dead']), option('--limit <n>'), option('--into <file>')],
});
const load = entry('import', { arguments: [{ syntax: '<file>', description: '' }], options: [option('--json')] });
const show = entry('show', { arguments: [{ syntax: '<username>', description: '' }], options: [option('--json')] });
const table = entry('', { commands: [entry('users', { commands: [list, load, show] }), entry('stats')] });
const program = commandLine(table, '1.2.3', () => Promise.resolve());

describe('the completion in bash', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-completion-'));
    writeFileSync(join(folder, 'new users.csv'), '');
    writeFileSync(join(folder, 'parley.bash'), completionScript('bash', program));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  /** The completions that bash offers when Tab is pressed after the words. The last word may be incomplete. */
  function offered(line: string): string[] {
    const words = line.split(' ').map((word) => `'${word}'`);
    const script = `source ./parley.bash
      COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${String(words.length - 1)}
      "$(complete -p parley | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' });
    return printed.split('\n').filter((word) => word !== '');
  }

  it.each([
    ['parley ', ['users', 'stats', 'completion']],
    ['parley us', ['users']],
    ['parley users ', ['list', 'import', 'show']],
    ['parley users li', ['list']],
    ['parley --v', ['--version']],
    ['parley users list --', ['--state', '--limit', '--into', '--help']],
    ['parley users list --state ', ['pending', 'dead']],
    ['parley users list --state d', ['dead']],
    ['parley users list --limit ', []],
    ['parley users list --limit 3 --st', ['--state']],
    ['parley users list --into n', ['new users.csv']],
    ['parley users import n', ['new users.csv']],
    ['parley users import --j', ['--json']],
    ['parley users show ', []],
    ['parley completion ', [...SHELLS]],
  ])('offers after "%s": %j', (line, words) => expect(offered(line)).toEqual(words));
});

describe('the scripts for zsh and fish', () => {
  it.each([
    ['zsh', `'parley users') candidates=('list:the user'\\''s list' `],
    ['zsh', `'parley users list --state') candidates=('pending' 'dead') ;;`],
    ['zsh', `'parley users import') files=yes flags=('--json:it'\\''s --json' '--help:`],
    ['fish', `--condition '__parley_at \\'parley users\\'' --arguments 'list' --description 'the user\\'s list'`],
    ['fish', `--long-option state --require-parameter --no-files --arguments 'pending dead'`],
    ['fish', `--long-option into --require-parameter --force-files`],
    ['fish', `--condition '__parley_at \\'parley users import\\'' --force-files`],
  ] as const)('for %s contains %s', (shell, part) => expect(completionScript(shell, program)).toContain(part));
});
