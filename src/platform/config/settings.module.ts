import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';

import { Settings } from './settings.js';
import { StoredValues } from './stored-values.js';

/** Provides the settings of every part by its class, and all of them together. */
@Global()
@Module({})
export class SettingsModule {
  static with(settings: Settings): DynamicModule {
    const providers = [
      { provide: Settings, useValue: settings },
      { provide: StoredValues, useValue: settings.stored },
      ...settings.all().map((each) => ({ provide: each.token, useValue: each.settings })),
    ];
    return { module: SettingsModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
