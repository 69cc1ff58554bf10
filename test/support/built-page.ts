import { join } from 'node:path';

import { build, defaultClientConditions } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
/** The program of a page. There is no such file. */
const PROGRAM = join(ROOT, 'program-of-a-page.tsx');

const serving = (program: string): Plugin => ({
  name: 'program-of-a-page',
  enforce: 'pre',
  resolveId: (id) => (id === PROGRAM ? id : null),
  load: (id) => (id === PROGRAM ? program : null),
});

/** The look of a page that styles its parts itself. */
const PLAIN = `
      [data-parley-messages] { height: 200px }
      [data-parley-message] { height: 40px; overflow: hidden }
    `;

/**
 * Builds a program for a browser, with the sources of the workspace's packages. Libraries of components check more:
 * React mounts twice in its StrictMode.
 * @param program in TypeScript with JSX; the page has an element with the id `root`
 * @param style of the page
 * @returns the files of the page, by path
 */
export async function builtPage(program: string, style = PLAIN): Promise<Readonly<Record<string, string>>> {
  const [built] = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [serving(program)],
    resolve: { conditions: ['parley-source', ...defaultClientConditions] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { write: false, minify: false, lib: { entry: PROGRAM, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  const code = built?.output[0].code ?? '';
  return { '/index.html': pageWith(style), '/program.js': code };
}

const pageWith = (style: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A program with components</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
    <script type="module" src="/program.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;
