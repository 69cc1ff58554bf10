import { join } from 'node:path';

import { defaultClientConditions, defineConfig } from 'vite';

import { bundledPackages } from '../../bin/bundled-packages.js';
import { compileCatalogues, partOfWelcomePage } from '../compile-catalogues.js';

/** The address of the service that `vite dev` proxies to. */
// oxlint-disable-next-line no-restricted-properties -- A setting of the developer, not of the service.
const service = process.env.PARLEY_URL ?? 'http://127.0.0.1:3000';

/** Where the service serves the files of the page, beside the addresses of the page itself. */
const FILES = 'welcome/';

/** The page at `/setup` and `/invite`, for people who come in: parts of the web client in a bundle of its own. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The built page works under any path of a proxy.
  base: command === 'serve' ? `/${FILES}` : './',
  // The mark and the colours that the administration page has.
  publicDir: join(import.meta.dirname, '../admin/public'),
  plugins: [bundledPackages(), compileCatalogues(partOfWelcomePage)],
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `./${FILES}${file}` : { relative: true }),
  },
  resolve: {
    conditions: ['parley-source', ...defaultClientConditions],
    // The catalogues are parsed already: the library works without its parser.
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/welcome',
    emptyOutDir: true,
    // Nothing inline: the Content-Security-Policy allows only files of the page's own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: { '/api': { target: service, changeOrigin: true } },
  },
}));
