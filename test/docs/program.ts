import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import ts from 'typescript';

import { root } from './pages.js';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  jsx: ts.JsxEmit.ReactJSX,
  noEmit: true,
};

/**
 * The compiler's errors for a program that imports only the built packages.
 * @param extension `tsx`: with JSX of React
 */
export function faultsOf(program: string, extension: 'mts' | 'tsx' = 'mts'): string[] {
  const file = join(root, `test/docs/program-of-a-page.${extension}`);
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? program : readFile(name));
  host.getSourceFile = (name, language, ...others) =>
    name === file ? ts.createSourceFile(name, program, language) : getSourceFile(name, language, ...others);
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], OPTIONS, host));
  return diagnostics.map(({ file: source, start, messageText }) => {
    const line = source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line : 0;
    return `${program.split('\n')[line] ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

/** Starts a program in a folder. Both of its outputs are piped. */
export function start(program: string, folder: string): ChildProcessByStdio<null, Readable, Readable> {
  const { outputText } = ts.transpileModule(program, { compilerOptions: OPTIONS, fileName: 'program.mts' });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, outputText);
  return spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a program in a folder. @returns its output @throws Error if it fails */
export async function run(program: string, folder: string): Promise<string> {
  const child = start(program, folder);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The program ended with ${String(code)}:\n${printed}`);
  return printed;
}
