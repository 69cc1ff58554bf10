import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';

import type { Feature } from './feature.js';
import type { PersonalData } from './personal-data.js';

/** The list of all features, for services that are loops over their declarations. */
export class AllFeatures {
  constructor(private readonly features: readonly Feature[]) {}

  /** Of every feature that has any. */
  get personalData(): readonly PersonalData[] {
    return this.features.flatMap(({ personalData }) => personalData ?? []);
  }
}

@Global()
@Module({})
export class FeaturesModule {
  static with(features: readonly Feature[]): DynamicModule {
    return {
      module: FeaturesModule,
      providers: [{ provide: AllFeatures, useValue: new AllFeatures(features) }],
      exports: [AllFeatures],
    };
  }
}
