import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';

import { DatabaseProbe } from './database-probe.js';
import { DiskSpace } from './disk-space.js';
import { HealthParts } from './health-parts.js';
import { HealthReporter } from './health-report.js';
import { HealthWatch } from './health-watch.js';
import { HealthController } from './health.controller.js';
import { MetricsListener } from './metrics-listener.js';
import { ProcessMetrics } from './process-metrics.js';
import { Readiness, TransportProbe } from './readiness.js';
import { Warnings } from './warnings.js';

@Module({})
export class HealthModule {
  static with(transport: TransportProbe): DynamicModule {
    return {
      module: HealthModule,
      global: true,
      // `HealthWatch` logs a problem once; Terminus would log it at each request.
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [
        { provide: TransportProbe, useValue: transport },
        DatabaseProbe,
        DiskSpace,
        HealthParts,
        HealthWatch,
        MetricsListener,
        ProcessMetrics,
        Readiness,
        HealthReporter,
        Warnings,
      ],
      exports: [DiskSpace, HealthParts, HealthReporter, MetricsListener, Readiness, Warnings],
    };
  }
}
