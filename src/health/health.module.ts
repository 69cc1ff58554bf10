import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';

import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Readiness, TransportProbe } from './readiness.js';

@Module({})
export class HealthModule {
  static with(transport: TransportProbe): DynamicModule {
    return {
      module: HealthModule,
      global: true,
      controllers: [HealthController],
      providers: [{ provide: TransportProbe, useValue: transport }, Readiness, Metrics],
      exports: [Readiness, Metrics],
    };
  }
}
