import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';

import type { Settings } from './settings.js';

/** Provides the settings of every part by its class. */
@Global()
@Module({})
export class SettingsModule {
  static with(settings: Settings): DynamicModule {
    const providers = settings.all().map((each) => ({ provide: each.token, useValue: each.settings }));
    return { module: SettingsModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
