import { applyDecorators, Injectable, mixin, NotFoundException, UseGuards } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import { Config } from '../config/config.js';

/** Answers 404 on the routes of a controller unless the deployment has enabled them. */
export function EnabledBy(isEnabled: (config: Config) => boolean): ClassDecorator & MethodDecorator {
  @Injectable()
  class EnabledGuard implements CanActivate {
    constructor(private readonly config: Config) {}

    canActivate(): boolean {
      if (isEnabled(this.config)) return true;
      throw new NotFoundException();
    }
  }
  return applyDecorators(UseGuards(mixin(EnabledGuard)));
}
