import { Injectable, NotFoundException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import { Config } from '../../config/index.js';

/** With `TOKEN_ENDPOINTS=off` the paths answer 404. */
@Injectable()
export class EndpointsOn implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    if (this.config.tokens.endpoints) return true;
    throw new NotFoundException();
  }
}
