import { join } from 'node:path';

import type { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { serveFolder } from '../http/static-folder.js';
import { packageRoot } from '../package/package-info.js';

const BUILT = join(packageRoot, 'dist/web');

const SELF = ["'self'"];
/** Attachments may be at any URL. Pictures that the service has fetched are addresses of the page itself. */
const ANYWHERE = ["'self'", 'https:', 'http:', 'data:'];

/**
 * Serves the web client at `/`. It runs only its own scripts, cannot be framed, and connects only to this host, to
 * WebSockets, and to the store of files.
 * @param store the origin to which it sends files; undefined: to the service
 */
export function serveWebClient(
  app: NestExpressApplication,
  log: Logger,
  { folder = BUILT, store }: { folder?: string; store?: string | undefined } = {},
): void {
  const isBuilt = serveFolder(app, {
    folder,
    at: '/',
    allowed: {
      sources: {
        scriptSrc: SELF,
        styleSrc: SELF,
        fontSrc: SELF,
        manifestSrc: SELF,
        connectSrc: ["'self'", 'ws:', 'wss:', ...(store === undefined ? [] : [store])],
        imgSrc: [...ANYWHERE, 'blob:'],
        mediaSrc: ANYWHERE,
      },
    },
  });
  if (!isBuilt) log.warn('The web client is not built, so / is not found: run npm run build, or set WEB_CLIENT=off');
}
