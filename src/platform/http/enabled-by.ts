import { applyDecorators, Inject, Injectable, mixin, NotFoundException, UseGuards } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';

import type { SettingsToken } from '../config/settings-part.js';

/** Answers 404 on the routes of a controller unless the deployment has enabled them. */
export function EnabledBy<Settings extends object>(
  token: SettingsToken<Settings>,
  isEnabled: (settings: Settings) => boolean,
): ClassDecorator & MethodDecorator {
  @Injectable()
  class EnabledGuard implements CanActivate {
    constructor(@Inject(token) private readonly settings: Settings) {}

    canActivate(): boolean {
      if (isEnabled(this.settings)) return true;
      throw new NotFoundException();
    }
  }
  return applyDecorators(UseGuards(mixin(EnabledGuard)));
}
