import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';

import { MetricsRegistry } from '../metrics/metrics.module.js';
import { version } from '../package/package-info.js';

/**
 * The interval in which the delay of the event loop is measured; a shorter one would wake an idle process too often.
 * The measured value includes this interval, which the alert and the dashboard subtract.
 */
const EVENT_LOOP_EVERY_MS = 100;

/** Metrics of the process: those of Node, and the version. */
@Injectable()
export class ProcessMetrics {
  constructor(registry: MetricsRegistry) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS });
    new Gauge({
      name: 'parley_build_info',
      help: 'Always 1; its label is the running version.',
      labelNames: ['version'],
      registers: [registry],
    }).set({ version }, 1);
  }
}
