import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { pagePolicy } from '../http/page-policy.js';
import type { Allowed } from '../http/page-policy.js';
import { serveFolder } from '../http/static-folder.js';
import { packageRoot } from '../package/package-info.js';

const BUILT = join(packageRoot, 'dist/docs');

const SELF = ["'self'"];

/** Pages of the site run only their own scripts, and load nothing from other hosts. */
const ALLOWED: Allowed = {
  sources: {
    scriptSrc: SELF,
    styleSrc: SELF,
    // The colours of code are inline, for the light and the dark theme.
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: SELF,
  },
};

export const isSiteBuilt = (): boolean => existsSync(join(BUILT, 'index.html'));

/** Serves the documentation below `/docs/`. */
export function serveDocs(app: NestExpressApplication): void {
  serveFolder(app, { folder: BUILT, at: '/docs', allowed: ALLOWED });
}

/** Sends the 404 page of the site, with status 404 and the same policy as every page of it. */
export async function sendNotFoundPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(join(BUILT, '404.html'));
  pagePolicy(ALLOWED)(request, response, () => undefined);
  response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }).end(page);
}
