import { join } from 'node:path';

import type { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { serveFolder } from '../http/index.js';
import { packageRoot } from '../package-root.js';

const BUILT = join(packageRoot, 'dist/web');

const SELF = ["'self'"];
/** Attachments are addresses of anybody's. */
const ANYWHERE = ["'self'", 'https:', 'http:', 'data:'];

/**
 * Serves the web client at `/`. It runs its own scripts alone, in nobody's frame, and speaks to nobody but this host and
 * the sockets that it is told of.
 */
export function serveWebClient(app: NestExpressApplication, log: Logger, folder = BUILT): void {
  const isBuilt = serveFolder(app, {
    folder,
    at: '/',
    allowed: {
      sources: {
        scriptSrc: SELF,
        styleSrc: SELF,
        fontSrc: SELF,
        manifestSrc: SELF,
        connectSrc: ["'self'", 'ws:', 'wss:'],
        imgSrc: ANYWHERE,
        mediaSrc: ANYWHERE,
      },
    },
  });
  if (!isBuilt)
    log.warn('The web client is not built, so there is none at /: run npm run build, or set WEB_CLIENT=off');
}
