import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { Controller, Get, Header, HttpStatus, Module, NotFoundException, Redirect, Req, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

import { Config } from '../config/config.js';
import { ApiError } from '../http/api-error.js';
import { EnabledBy } from '../http/enabled-by.js';
import { pagePolicy } from '../http/page-policy.js';
import type { Allowed } from '../http/page-policy.js';
import { serveFolder } from '../http/static-folder.js';
import { packageRoot } from '../package/package-info.js';

const DOCS = join(packageRoot, 'docs');
const BUILT = join(packageRoot, 'dist/docs');
const YAML = 'application/yaml; charset=utf-8';

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

const NOT_BUILT = 'The documentation is not built';
const COMMAND = 'npm run build:docs';
const NOT_BUILT_PAGE = `<!doctype html>
<html lang="en">
<title>${NOT_BUILT}</title>
<p>${NOT_BUILT}: run <code>${COMMAND}</code>.</p>
</html>
`;

const HTML = 'text/html; charset=utf-8';

const isSiteBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

const isBrowser = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') === true;

/**
 * Serves the documentation below `/docs/`. Without a built site, browsers get a page with the command that builds it.
 */
export function serveDocs(app: NestExpressApplication, folder = BUILT, publicPath = ''): void {
  serveFolder(app, { folder, at: '/docs', allowed: ALLOWED, hasCompressedPages: true, publicPath });
  app.use('/docs', (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.url === '/' && isBrowser(request) && !isSiteBuilt(folder)) {
      sendPage(request, response, NOT_BUILT_PAGE);
    } else {
      next();
    }
  });
}

/**
 * The sentence of the log that says where the documentation is, or which command builds it. @param url of the service
 */
export const docsSentence = (url: string, folder = BUILT): string =>
  isSiteBuilt(folder) ? `The documentation is at ${url}/docs/` : `${NOT_BUILT}: run ${COMMAND}`;

/** Sends a page with status 404 and the same policy as every page of the site. */
function sendPage(request: IncomingMessage, response: ServerResponse, page: string | Buffer): void {
  pagePolicy(ALLOWED)(request, response, () => undefined);
  response.writeHead(404, { 'Content-Type': HTML, 'Cache-Control': 'no-cache' }).end(page);
}

/** Serves the contract from `docs`, and paths that are no file of the site. */
@Controller('docs')
@EnabledBy(Config, ({ pages }) => pages.docs)
class ContractController {
  /** Redirects, because relative links need the slash: relatively, as a proxy may serve the site below a path. */
  @Get()
  @Redirect('docs/')
  site(): void {
    if (isSiteBuilt(BUILT)) return;
    throw new ApiError(
      HttpStatus.NOT_FOUND,
      `${NOT_BUILT}: run ${COMMAND}. The contract is at /docs/asyncapi.yaml and /docs/openapi.yaml.`,
      'not_built',
    );
  }

  @Get('asyncapi.yaml')
  @Header('Content-Type', YAML)
  asyncApi(): Promise<string> {
    return readFile(join(DOCS, 'asyncapi.yaml'), 'utf8');
  }

  @Get('openapi.yaml')
  @Header('Content-Type', YAML)
  openApi(): Promise<string> {
    return readFile(join(DOCS, 'openapi.yaml'), 'utf8');
  }

  /** A path below `/docs/` that is no file of the site. Browsers get the site's own 404 page, programs get JSON. */
  @Get('*path')
  async unknown(@Req() request: IncomingMessage, @Res() response: ServerResponse): Promise<void> {
    if (!isSiteBuilt(BUILT) || !isBrowser(request)) throw new NotFoundException();
    sendPage(request, response, await readFile(join(BUILT, '404.html')));
  }
}

/** Serves the contract that `npm run contract` has generated. */
@Module({ controllers: [ContractController] })
export class ContractModule {}
