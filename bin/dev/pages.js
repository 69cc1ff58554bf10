/**
 * `npm run dev:pages`: serves the web client and the administration page from their sources, and leads other requests on
 * to the service of `npm run dev`. A change of `web` is shown without a reload. A `PORT` is that of the service.
 */
import { join } from 'node:path';

import { createServer } from 'vite';

import { root } from '../build-parts.js';

const WEB = join(root, 'web/vite.config.ts');
const ADMIN = join(root, 'web/admin/vite.config.ts');

/** Paths that the pages link to and the service answers, besides those that the configurations name. */
const OTHERS = ['/docs', '/health'];

const service = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
// Read by both configurations.
process.env.PARLEY_URL = service;
/** @type {import('vite').Connect.NextHandleFunction} */
let adminPage = (_request, _response, next) => next();
const web = await createServer({
  configFile: WEB,
  clearScreen: false,
  server: { host: '127.0.0.1', proxy: Object.fromEntries(OTHERS.map((path) => [path, service])) },
  plugins: [
    {
      name: 'admin-page',
      configureServer: ({ middlewares }) => {
        middlewares.use((request, response, next) => {
          if (/^\/admin(\/|$)/.test(request.url ?? '')) adminPage(request, response, next);
          else next();
        });
      },
    },
  ],
});
const admin = await createServer({
  configFile: ADMIN,
  // The web client has the usual folder for the packages that Vite has bundled.
  cacheDir: join(root, 'node_modules/.vite-admin'),
  // Its socket is at `/admin/` of the same server.
  server: { middlewareMode: true, ...(web.httpServer && { ws: { server: web.httpServer } }) },
});
adminPage = admin.middlewares;
await web.listen();
const [url = ''] = web.resolvedUrls?.local ?? [];
process.stderr.write(`Pages: ${url} and ${url}admin/\n`);
