import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Injectable } from '@nestjs/common';
import { parse } from 'yaml';

import type { AsyncApiDocument, OpenApiDocument } from './document.js';
import { page } from './page/page.js';

/** Of the compiled program: the folder beside `dist`. */
const DOCS = join(import.meta.dirname, '../../../docs');

/** The documents as they lie in `docs`, and the page that is made of them, once. */
@Injectable()
export class Documents {
  private made: Promise<string> | undefined;

  asyncApi(): Promise<string> {
    return readFile(join(DOCS, 'asyncapi.yaml'), 'utf8');
  }

  openApi(): Promise<string> {
    return readFile(join(DOCS, 'openapi.yaml'), 'utf8');
  }

  page(): Promise<string> {
    this.made ??= this.make();
    return this.made;
  }

  private async make(): Promise<string> {
    const [socket, http] = await Promise.all([this.asyncApi(), this.openApi()]);
    return page(parse(socket) as AsyncApiDocument, parse(http) as OpenApiDocument);
  }
}
