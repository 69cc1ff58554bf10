import { join } from 'node:path';

import { createServer } from 'vite';

import { root } from '../build-parts.js';

const WEB = join(root, 'web/vite.config.ts');
const ADMIN = join(root, 'web/admin/vite.config.ts');

/** Paths that the pages link to and the service answers, besides those that the configurations name. */
const OTHERS = ['/docs', '/health'];

/**
 * Serves the web client, and the administration page below `/admin/`, from their sources.
 * @param {string} service the address to which other requests go
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} the address with a slash at its end
 */
export async function servePages(service) {
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
  return {
    url,
    close: async () => {
      await Promise.all([web.close(), admin.close()]);
    },
  };
}
