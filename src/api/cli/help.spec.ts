import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { Command } from 'commander';
import { CommandRunner } from 'nest-commander';

import { commandLine } from './support/command-line.js';
import { declaredCommands, tableOf } from './support/command-table.js';
import { Deployment } from './support/deployment.js';

const FOLDERS = [import.meta.dirname, join(import.meta.dirname, '../../../tools')];

/** The classes of all commands and groups. */
async function commandClasses(): Promise<Type[]> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const modules = files.filter((file) => /(\.command|command-groups)\.ts$/.test(file));
  const exported = await Promise.all(modules.map((file) => import(file) as Promise<Readonly<Record<string, unknown>>>));
  return exported.flatMap((module) => Object.values(module)).filter(isCommandClass);
}

const isCommandClass = (value: unknown): value is Type =>
  value instanceof Function && value.prototype instanceof CommandRunner;

@Module({ providers: [{ provide: Deployment, useValue: new Deployment([]) }, ...(await commandClasses())] })
class AllCommandsModule {}

const declared = await declaredCommands(AllCommandsModule);
const program = commandLine(tableOf(declared), '1.2.3', () => Promise.resolve());

const under = (command: Command): Command[] => [command, ...command.commands.flatMap(under)];

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** The invocations below the heading "Example:" or "Examples:" of the printed help. */
function examplesOf(command: Command): string[] {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return (/\nExamples?:\n((?: {2}.*\n)+)/.exec(help)?.[1] ?? '').split('\n').flatMap((line) => line.trim() || []);
}

/** The words that a shell passes to `parley`. Redirections are left out. */
const wordsOf = (invocation: string): string[] =>
  [...invocation.replace(/ (?:<|>>?) \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
    .slice(1);

/** Makes a command throw errors, and do nothing when it is executed. */
function inert(command: Command): void {
  for (const each of under(command)) each.exitOverride().configureOutput({ writeErr: () => undefined });
  for (const each of under(command).filter(({ commands }) => commands.length === 0)) each.action(() => undefined);
}

inert(declared);
inert(program);

const examples = under(program).map((command) => [pathOf(command), examplesOf(command)] as const);

describe('the help', () => {
  it('describes every command and every option', () => {
    const blank = under(program).flatMap((command) => [
      ...(command.description() === '' ? [pathOf(command)] : []),
      ...command.options
        .filter(({ description }) => description === '')
        .map(({ flags }) => `${pathOf(command)} ${flags}`),
    ]);
    expect(blank).toEqual([]);
  });
});

describe('the examples in the help', () => {
  it.each(examples)('exist for %s, and invoke it', (path, invocations) => {
    expect(invocations).not.toEqual([]);
    for (const invocation of invocations) expect(`${invocation} `).toMatch(new RegExp(`^${path} `));
  });

  it.each(examples.flatMap(([, invocations]) => invocations))('are valid: %s', async (invocation) => {
    const words = wordsOf(invocation);
    await program.parseAsync(words, { from: 'user' });
    // Parses the values of options too.
    if (declared.commands.some((command) => command.name() === words[0])) {
      await declared.parseAsync(words, { from: 'user' });
    }
  });
});
