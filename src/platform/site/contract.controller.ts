import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { Controller, Get, Header, HttpStatus, Module, NotFoundException, Redirect, Req, Res } from '@nestjs/common';

import { ApiError } from '../http/api-error.js';
import { EnabledBy } from '../http/enabled-by.js';
import { packageRoot } from '../package/package-info.js';
import { isSiteBuilt, sendNotFoundPage } from './docs-site.js';

const DOCS = join(packageRoot, 'docs');
const YAML = 'application/yaml; charset=utf-8';

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
      'The documentation is not built: run npm run build. The contract is at /docs/asyncapi.yaml and /docs/openapi.yaml.',
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
