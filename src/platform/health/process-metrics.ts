import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge } from 'prom-client';

import { MetricsRegistry } from '../metrics/metrics.module.js';
import { version } from '../package/package-info.js';

/**
 * The interval in which the delay of the event loop is measured; a shorter one would wake an idle process too often.
 * The measured value includes this interval, which the alert and the dashboard subtract.
 */
const EVENT_LOOP_EVERY_MS = 100;

/** They have the ending of counters, which tools for Prometheus refuse, and others name the same by type. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Metrics of the process: those of Node, and the version. */
@Injectable()
export class ProcessMetrics {
  constructor(registry: MetricsRegistry) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
    new Gauge({
      name: 'parley_build_info',
      help: 'Always 1; its label is the running version.',
      labelNames: ['version'],
      registers: [registry],
    }).set({ version }, 1);
  }
}
