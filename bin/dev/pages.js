/**
 * `npm run dev:pages`: serves the web client and the other pages from their sources, and leads other requests on to the
 * service of `npm run dev`. A change of `web` is shown without a reload. A `PORT` is that of the service.
 */
import { join } from 'node:path';

import { createServer } from 'vite';

import { root } from '../build-parts.js';

const WEB = join(root, 'web/vite.config.ts');

/**
 * The pages beside the web client, by the paths that they answer.
 * @type {readonly { name: 'admin' | 'welcome', paths: RegExp }[]}
 */
const PAGES = [
  { name: 'admin', paths: /^\/admin(\/|$)/ },
  { name: 'welcome', paths: /^\/welcome\// },
];
/** Addresses of the page for people who come in. */
const WELCOME = /^\/(setup|invite)$/;

/** Paths that the pages link to and the service answers, besides those that the configurations name. */
const OTHERS = ['/docs', '/health'];

const service = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
// Read by all configurations.
process.env.PARLEY_URL = service;
/** @type {Map<string, import('vite').Connect.NextHandleFunction>} */
const handlers = new Map();
const web = await createServer({
  configFile: WEB,
  clearScreen: false,
  server: { host: '127.0.0.1', proxy: Object.fromEntries(OTHERS.map((path) => [path, service])) },
  plugins: [
    {
      name: 'other-pages',
      configureServer: ({ middlewares }) => {
        middlewares.use((request, response, next) => {
          if (WELCOME.test(request.url ?? '')) request.url = '/welcome/';
          const page = PAGES.find(({ paths }) => paths.test(request.url ?? ''));
          const handle = page && handlers.get(page.name);
          if (handle) handle(request, response, next);
          else next();
        });
      },
    },
  ],
});
for (const { name } of PAGES) {
  const page = await createServer({
    configFile: join(root, `web/${name}/vite.config.ts`),
    // The web client has the usual folder for the packages that Vite has bundled.
    cacheDir: join(root, `node_modules/.vite-${name}`),
    // Its socket is at the path of the page on the same server.
    server: { middlewareMode: true, ...(web.httpServer && { ws: { server: web.httpServer } }) },
  });
  handlers.set(name, page.middlewares);
}
await web.listen();
const [url = ''] = web.resolvedUrls?.local ?? [];
process.stderr.write(`Pages: ${url}, ${url}admin/, ${url}setup and ${url}invite\n`);
