import { join } from 'node:path';

import { defaultClientConditions, defineConfig } from 'vite';

import { bundledPackages } from '../../bin/bundled-packages.js';
import { compileCatalogues } from '../compile-catalogues.js';

/** The address of the service that `vite dev` proxies to. */
// oxlint-disable-next-line no-restricted-properties -- A setting of the developer, not of the service.
const service = process.env.PARLEY_URL ?? 'http://127.0.0.1:3000';

/** The administration page: the same parts as the web client, in a bundle of its own. */
export default defineConfig({
  root: import.meta.dirname,
  // The page has addresses of its own below this path.
  base: '/admin/',
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [bundledPackages(), compileCatalogues()],
  resolve: {
    conditions: ['parley-source', ...defaultClientConditions],
    // The catalogues are parsed already: the library works without its parser.
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/admin',
    emptyOutDir: true,
    // Nothing inline: the Content-Security-Policy allows only files of the page's own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: { '/api': { target: service, changeOrigin: true } },
  },
});
