import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';

import type { NestExpressApplication } from '@nestjs/platform-express';

import { basedFiles } from './based-files.js';
import { pagePolicy } from './page-policy.js';
import type { Allowed } from './page-policy.js';
import { describeEncoding, selectPrecompressed } from './precompressed.js';

/** A folder with the output of a bundler. */
export interface StaticFolder {
  readonly folder: string;
  /** The path at which it is served: `/`, or a path without a trailing slash. */
  readonly at: string;
  /** The sources that its pages may load from. */
  readonly allowed: Allowed;
  /** The sources that one of its pages may load from in place of them, by the name of its file. */
  readonly allowedBy?: Readonly<Record<string, Allowed>>;
  /** Whether its pages are never edited after the build, so that they can be sent as it has compressed them. */
  readonly hasCompressedPages?: boolean;
  /** Below which a proxy serves the service, if the files name themselves by absolute paths. */
  readonly publicPath?: string;
}

/**
 * The names of these files change with their content, so that they can be cached without revalidation, and sent as the
 * build has compressed them. Others may be edited after the build.
 */
const isHashed = (path: string): boolean => path.startsWith(`assets${sep}`);
/** A page, or a compressed form of it. */
const PAGE = /\.html(?:\.\w+)?$/;
const FOR_A_YEAR = 'public, max-age=31536000, immutable';
/** Cached, but revalidated at each use. */
const REVALIDATED = 'no-cache';

/**
 * Serves the files of a folder: `index.html` for the folder itself, and a page with or without its `.html`. Other paths
 * are left to the routes, so call this after `configureHttp`, and keep names of routes out of the folder.
 *
 * @returns whether the folder has an `index.html`; it may be built later
 */
export function serveFolder(
  app: NestExpressApplication,
  { folder, at, allowed, allowedBy = {}, hasCompressedPages = false, publicPath = '' }: StaticFolder,
): boolean {
  const policy = pagePolicy(allowed);
  const policies = new Map(Object.entries(allowedBy).map(([path, own]) => [path, pagePolicy(own)]));
  const isStored = (name: string): boolean => isHashed(name) || (hasCompressedPages && PAGE.test(name));
  const describe = (response: ServerResponse, path: string): void => {
    response.setHeader('Cache-Control', isHashed(path) ? FOR_A_YEAR : REVALIDATED);
    // The handler sets its header synchronously.
    (policies.get(path) ?? policy)(response.req, response, () => undefined);
  };
  if (publicPath !== '') app.use(at, basedFiles(folder, at, publicPath, describe));
  app.use(at, selectPrecompressed(folder, isStored));
  app.useStaticAssets(folder, {
    prefix: at,
    extensions: ['html'],
    redirect: false,
    setHeaders: (response: Parameters<typeof describeEncoding>[0], path: string) => {
      const name = relative(folder, path);
      describe(response, name);
      if (isStored(name)) describeEncoding(response, path);
    },
  });
  return existsSync(join(folder, 'index.html'));
}
