import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';
import type { Rolldown } from 'vite';

/** There is no such file. */
const PROGRAM = join(import.meta.dirname, 'program.ts');

/** A program as it is built for an application that has the client library and React or Preact. */
async function built(program: string): Promise<string> {
  const [result] = (await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'program',
        enforce: 'pre',
        resolveId: (id) => (id === PROGRAM ? id : null),
        load: (id) => (id === PROGRAM ? program : null),
      },
    ],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      lib: { entry: PROGRAM, formats: ['es'] },
      minify: true,
      rolldownOptions: { external: /^(@parley\/client|react|preact)(\/|$)/ },
    },
  })) as Rolldown.RolldownOutput[];
  return result?.output[0].code ?? '';
}

const all = (...entries: string[]): string => entries.map((entry) => `export * from '${entry}/index.js';`).join('\n');

describe.each([
  ['the hooks', 6, all('.')],
  ['the hooks and parts', 15, all('.', './parts', './files', './search', './threads')],
  ['the hooks for Preact', 9, all('./preact')],
])('%s of the bindings', (_, kilobytes, program) => {
  it(`are under ${String(kilobytes)} KB beside the client library, minified and compressed`, async () => {
    expect(gzipSync(await built(program), { level: 9 }).byteLength).toBeLessThan(kilobytes * 1024);
  });
});

it.each(['.', './preact'])('a program is built without the hooks of %s that it does not use', async (entry) => {
  const code = await built(`export { useMessages } from '${entry}/index.js';`);
  // What the states of a search and of threads take from the client library.
  expect(code).toContain('HistoryWindow');
  expect(code).not.toMatch(/\b(MessageSearch|Threads)\b/);
});
