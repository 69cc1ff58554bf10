import { Controller, Get, Header, UseGuards } from '@nestjs/common';

import { DocsOn } from './docs-on.guard.js';
import { Documents } from './documents.js';

const YAML = 'application/yaml; charset=utf-8';

@Controller('docs')
@UseGuards(DocsOn)
export class ContractController {
  constructor(private readonly documents: Documents) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(): Promise<string> {
    return this.documents.page();
  }

  @Get('asyncapi.yaml')
  @Header('Content-Type', YAML)
  asyncApi(): Promise<string> {
    return this.documents.asyncApi();
  }

  @Get('openapi.yaml')
  @Header('Content-Type', YAML)
  openApi(): Promise<string> {
    return this.documents.openApi();
  }
}
