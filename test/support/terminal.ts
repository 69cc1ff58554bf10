import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { environment } from './environment.js';
import type { ServiceData } from './service-data.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * Runs a command on a terminal, and types an answer to its question.
 * @param question the end of the question
 * @param answer what is typed: `\n` is the Enter key, `\x04` Ctrl-D, `\x03` Ctrl-C; called when the question is shown
 */
export async function onTerminal(
  { folder, env }: ServiceData,
  words: readonly string[],
  question: string,
  answer: () => string | Promise<string>,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const command = [process.execPath, PARLEY, ...words].map(quoted).join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { ...environment({ env }), NO_COLOR: '1', SHELL: '/bin/sh' },
  });
  let printed = '';
  let isAsked = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text.replaceAll('\r\n', '\n');
    if (isAsked || !printed.trimEnd().endsWith(question)) return;
    isAsked = true;
    void Promise.resolve(answer()).then((typed) => child.stdin.write(typed));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed };
}
