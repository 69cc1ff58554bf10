import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { pagePolicy } from './page-policy.js';
import type { Allowed } from './page-policy.js';

/** A folder of files that a bundler has made. */
export interface StaticFolder {
  readonly folder: string;
  /** Where it is served: `/`, or a path without its last slash. */
  readonly at: string;
  /** What its pages may load. */
  readonly allowed: Allowed;
}

/** Their names change with what they hold, so whoever has one need not ask for it again. */
const HASHED = `assets${sep}`;
const FOR_A_YEAR = 'public, max-age=31536000, immutable';
/** It is kept, and asked for each time whether it is still so. */
const ASKED_FOR = 'no-cache';

/**
 * Serves the files of a folder: `index.html` for the folder itself, and a page with or without its `.html`. What is not
 * in it is left to the routes, so call this after `configureHttp`, and keep names of routes out of the folder.
 *
 * @returns whether there is anything in it yet; it may be built later
 */
export function serveFolder(app: NestExpressApplication, { folder, at, allowed }: StaticFolder): boolean {
  const policy = pagePolicy(allowed);
  app.useStaticAssets(folder, {
    prefix: at,
    extensions: ['html'],
    redirect: false,
    setHeaders: (response: ServerResponse & { req: IncomingMessage }, path: string) => {
      response.setHeader('Cache-Control', relative(folder, path).startsWith(HASHED) ? FOR_A_YEAR : ASKED_FOR);
      // It writes a header, at once.
      policy(response.req, response, () => undefined);
    },
  });
  return existsSync(join(folder, 'index.html'));
}
