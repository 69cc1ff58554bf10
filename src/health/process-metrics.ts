import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';

import { MetricsRegistry } from '../metrics/index.js';
import { version } from '../version.js';

/**
 * How often the delay of the event loop is measured: more often, and a process that has nothing to do is awake for it.
 * The measure is the time from one look to the next: the alert and the dashboard take this off.
 */
const EVENT_LOOP_EVERY_MS = 100;

/** What a process tells of itself: what Node measures, and which version it is. */
@Injectable()
export class ProcessMetrics {
  constructor(registry: MetricsRegistry) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS });
    new Gauge({
      name: 'parley_build_info',
      help: 'Always 1; its label is the version that runs.',
      labelNames: ['version'],
      registers: [registry],
    }).set({ version }, 1);
  }
}
