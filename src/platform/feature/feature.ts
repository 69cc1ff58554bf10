import { Global, Module } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';

import type { Entities } from '../database/data-source.js';
import type { PersonalData } from './personal-data.js';

/**
 * What a feature declares of itself, in its file `<name>.feature.ts` if it is more than a module. The rest of the program
 * reads the list of all features, and names none of them. The declarations are values that load no service, because
 * commands read them too.
 */
export interface Feature {
  /** The classes of its tables. */
  readonly entities?: Entities;
  /** The data of users in its tables. */
  readonly personalData?: PersonalData;
  /** The module that a server imports. Commands load only the services that they use, so it is loaded by a call. */
  readonly module?: () => Promise<Type>;
}

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
