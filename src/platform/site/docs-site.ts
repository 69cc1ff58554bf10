import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { Controller, Get, Header, HttpStatus, Module, NotFoundException, Redirect, Req, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';

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

/** Serves the documentation below `/docs/`. */
export function serveDocs(app: NestExpressApplication): void {
  serveFolder(app, { folder: BUILT, at: '/docs', allowed: ALLOWED });
}

const isSiteBuilt = (): boolean => existsSync(join(BUILT, 'index.html'));

/** Sends the 404 page of the site, with status 404 and the same policy as every page of it. */
async function sendNotFoundPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(join(BUILT, '404.html'));
  pagePolicy(ALLOWED)(request, response, () => undefined);
  response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }).end(page);
}

/** Serves the contract from `docs`, and paths that are no file of the site. */
@Controller('docs')
@EnabledBy((config) => config.features.docs)
class ContractController {
  /** Redirects, because relative links need the slash. */
  @Get()
  @Redirect('/docs/')
  site(): void {
    if (isSiteBuilt()) return;
    throw new ApiError(
      HttpStatus.NOT_FOUND,
      'The documentation is not built: run npm run build:docs. The contract is at /docs/asyncapi.yaml and /docs/openapi.yaml.',
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
    if (!isSiteBuilt() || request.headers.accept?.includes('text/html') !== true) throw new NotFoundException();
    await sendNotFoundPage(request, response);
  }
}

/** Serves the contract that `npm run contract` has generated. */
@Module({ controllers: [ContractController] })
export class ContractModule {}
