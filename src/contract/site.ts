import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { serveFolder } from '../http/index.js';
import { packageRoot } from '../package-root.js';

const BUILT = join(packageRoot, 'dist/docs');

const SELF = ["'self'"];

export const isSiteBuilt = (): boolean => existsSync(join(BUILT, 'index.html'));

/** Serves the documentation below `/docs/`. Its pages run their own scripts alone, and ask nobody else for anything. */
export function serveDocs(app: NestExpressApplication): void {
  serveFolder(app, {
    folder: BUILT,
    at: '/docs',
    allowed: {
      sources: {
        scriptSrc: SELF,
        styleSrc: SELF,
        // The colours of code stand at its words, in both lights.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: SELF,
      },
    },
  });
}
