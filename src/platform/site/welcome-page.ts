import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import type { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

import type { Allowed } from '../http/page-policy.js';
import { serveFolder } from '../http/static-folder.js';
import { packageRoot } from '../package/package-info.js';

const BUILT = join(packageRoot, 'dist/welcome');

/** The addresses of the page. What follows `#` in them is a secret, which browsers keep to themselves. */
const ADDRESSES = ['/setup', '/invite', '/sign-up', '/verify', '/recover', '/unsubscribe'];
/** Where its files are, as it names them relatively to its addresses. */
const AT = '/welcome';
const PAGE = `${AT}/index.html`;
/** The page has no address beside its files: relatively to one, it would not find them. */
const BESIDE_FILES = /^\/welcome\/(?:index(?:\.html)?)?$/;
const NOWHERE = `${AT}/-`;

const SELF = ["'self'"];

/** The page runs only its own scripts, cannot be framed, and connects only to this host. */
const ALLOWED: Allowed = {
  sources: { scriptSrc: SELF, styleSrc: SELF, fontSrc: SELF, connectSrc: SELF, imgSrc: SELF },
};

function toFile(path: string): string | undefined {
  if (ADDRESSES.includes(path)) return PAGE;
  return BESIDE_FILES.test(path) ? NOWHERE : undefined;
}

/** Serves the page for people who come in, the same on every deployment. */
export function serveWelcomePage(app: NestExpressApplication, log: Logger, folder = BUILT): void {
  app.use((request: IncomingMessage, _response: ServerResponse, next: () => void) => {
    const [path = ''] = (request.url ?? '').split('?');
    request.url = toFile(path) ?? request.url;
    next();
  });
  const isBuilt = serveFolder(app, { folder, at: AT, allowed: ALLOWED });
  if (!isBuilt) log.warn('The page at /setup and /invite is not built, so it is not found: run npm run build');
}
