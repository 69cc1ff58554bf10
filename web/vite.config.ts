import { defaultClientConditions, defineConfig } from 'vite';

/** Where `vite dev` finds the service that the page talks to. */
// eslint-disable-next-line no-restricted-properties -- That of the developer, not of the service.
const service = process.env.PARLEY_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  // Below whatever path a proxy puts it.
  base: './',
  resolve: { conditions: ['parley-source', ...defaultClientConditions] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Nothing inline: the policy of the page lets in what is served from its own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: service, changeOrigin: true },
      '/messaging': { target: service, ws: true },
    },
  },
});
