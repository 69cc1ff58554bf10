import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { Controller, Get, HttpStatus, Module, Redirect } from '@nestjs/common';
import type { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { Config } from '../config/config.js';
import { ApiError } from '../http/api-error.js';
import { EnabledBy } from '../http/enabled-by.js';
import type { Allowed } from '../http/page-policy.js';
import { serveFolder } from '../http/static-folder.js';
import { packageRoot } from '../package/package-info.js';

const BUILT = join(packageRoot, 'dist/admin');
const NOT_BUILT = 'The administration page is not built';
const REMEDY = 'run npm run build';

const SELF = ["'self'"];

/**
 * The page runs only its own scripts, cannot be framed, and connects only to this host, and to the store of files.
 * @param store the origin of files; undefined: the service
 */
const allowed = (store: string | undefined): Allowed => ({
  sources: {
    scriptSrc: SELF,
    styleSrc: SELF,
    fontSrc: SELF,
    connectSrc: store === undefined ? SELF : [...SELF, store],
    imgSrc: ["'self'", 'data:'],
  },
});

interface AdminPageOptions {
  readonly folder?: string;
  readonly publicPath?: string;
  readonly store?: string | undefined;
}

const AT = '/admin';

/** Below the path of the page, a file of the build. Every other path is an address of the page itself. */
const FILE = /^\/(assets\/|[^/?]*\.)/;

/** Shows the page at each of its addresses, such as `/admin/users/ada`. */
function showPage(
  request: IncomingMessage & { readonly originalUrl: string },
  _response: ServerResponse,
  next: () => void,
): void {
  const [path = ''] = request.originalUrl.split('?');
  if (path !== AT && !FILE.test(request.url ?? '')) request.url = '/index.html';
  next();
}

/** Serves the administration page at `/admin/`, and at the addresses below it. */
export function serveAdminPage(
  app: NestExpressApplication,
  log: Logger,
  { folder = BUILT, publicPath = '', store }: AdminPageOptions = {},
): void {
  app.use(AT, showPage);
  const isBuilt = serveFolder(app, { folder, at: AT, allowed: allowed(store), publicPath });
  if (!isBuilt) log.warn(`${NOT_BUILT}, so /admin is not found: ${REMEDY}, or set ADMIN_PAGE=off`);
}

@Controller('admin')
@EnabledBy(Config, ({ pages }) => pages.adminPage)
class AdminPageController {
  /** Redirects, because relative links need the slash: relatively, as a proxy may serve the page below a path. */
  @Get()
  @Redirect('admin/')
  page(): void {
    if (existsSync(join(BUILT, 'index.html'))) return;
    throw new ApiError(HttpStatus.NOT_FOUND, `${NOT_BUILT}: ${REMEDY}.`, 'not_built');
  }
}

/** Finds the administration page without its slash. */
@Module({ controllers: [AdminPageController] })
export class AdminPageModule {}
