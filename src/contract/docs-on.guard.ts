import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import { Config } from '../config/index.js';

/** Where the deployment keeps its contract to itself, it is as if there were none. */
@Injectable()
export class DocsOn implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    if (this.config.features.docs) return true;
    throw new NotFoundException();
  }
}
