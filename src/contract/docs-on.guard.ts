import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import { Config } from '../config/index.js';

/** Responds with 404 if the documentation is not served. */
@Injectable()
export class DocsOn implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    if (this.config.features.docs) return true;
    throw new NotFoundException();
  }
}
