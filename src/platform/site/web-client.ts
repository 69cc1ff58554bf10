import { join } from 'node:path';

import type { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { serveFolder } from '../http/static-folder.js';
import { packageRoot } from '../package/package-info.js';

const BUILT = join(packageRoot, 'dist/web');

const SELF = ["'self'"];
/** The page in a frame that shows media at any URL, after a click. */
const FOREIGN_MEDIA = 'foreign-media.html';
const ANYWHERE = ['https:', 'http:'];

/**
 * Serves the web client at `/`. It runs only its own scripts, cannot be framed, and connects only to this host, to
 * WebSockets, and to the store of files. Only a page that it shows in a frame loads media of other hosts.
 * @param store the origin of files; undefined: the service
 */
export function serveWebClient(
  app: NestExpressApplication,
  log: Logger,
  { folder = BUILT, store }: { folder?: string; store?: string | undefined } = {},
): void {
  const files = store === undefined ? [] : [store];
  const isBuilt = serveFolder(app, {
    folder,
    at: '/',
    allowed: {
      sources: {
        scriptSrc: SELF,
        styleSrc: SELF,
        fontSrc: SELF,
        manifestSrc: SELF,
        connectSrc: ["'self'", 'ws:', 'wss:', ...files],
        imgSrc: [...SELF, ...files, 'data:', 'blob:'],
        mediaSrc: [...SELF, ...files],
        frameSrc: SELF,
      },
    },
    allowedBy: {
      [FOREIGN_MEDIA]: {
        sources: { scriptSrc: SELF, styleSrc: SELF, imgSrc: ANYWHERE, mediaSrc: ANYWHERE },
        framed: true,
      },
    },
  });
  if (!isBuilt) log.warn('The web client is not built, so / is not found: run npm run build, or set WEB_CLIENT=off');
}
