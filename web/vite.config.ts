import { join } from 'node:path';

import { defaultClientConditions, defineConfig } from 'vite';

import { bundledPackages } from '../bin/bundled-packages.js';
import { compileCatalogues, partOfWebClient } from './compile-catalogues.js';
import { emojiModules } from './emoji-modules.js';
import { serviceWorkerBuild } from './service-worker-build.js';

/** The address of the service that `vite dev` proxies to. */
// oxlint-disable-next-line no-restricted-properties -- A setting of the developer, not of the service.
const service = process.env.PARLEY_URL ?? 'http://127.0.0.1:3000';

/** Pages that are loaded without the web client. */
const OTHER_PAGES = /\/web\/(?:worker\/|foreign-media\.html|src\/files\/frame\/)/;

export default defineConfig({
  root: import.meta.dirname,
  // Works under any path of a proxy.
  base: './',
  plugins: [
    bundledPackages(),
    compileCatalogues(partOfWebClient),
    emojiModules(),
    serviceWorkerBuild(join(import.meta.dirname, 'public')),
  ],
  resolve: {
    conditions: ['parley-source', ...defaultClientConditions],
    // The catalogues are parsed already: the library works without its parser.
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Nothing inline: the Content-Security-Policy allows only files of the page's own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        index: join(import.meta.dirname, 'index.html'),
        'foreign-media': join(import.meta.dirname, 'foreign-media.html'),
        'service-worker': join(import.meta.dirname, 'worker/service-worker.ts'),
      },
      output: {
        // One script for the first view, also for what dialogs share with it: several compress less.
        codeSplitting: {
          groups: [{ name: 'first-view', tags: ['$initial'], test: (id) => !OTHER_PAGES.test(id) }],
        },
        // The address of the worker stays the same. It imports nothing, so that browsers without modules in workers run
        // it.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => id.includes('virtual:emojis'))
            ? 'assets/emojis-[hash].js'
            : `assets/${moduleIds.some((id) => id.endsWith('?later')) ? 'later-' : ''}[name]-[hash].js`,
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: service, changeOrigin: true },
      '/messaging': { target: service, ws: true },
    },
  },
});
