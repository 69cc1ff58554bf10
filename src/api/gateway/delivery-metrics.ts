import { Injectable } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';
import { LogSequencers } from '@parley/realtime/ordering';
import { Counter, Histogram } from 'prom-client';

import { Readiness } from '../../platform/health/readiness.js';
import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';

/**
 * Metrics of delivery: the receivers of each dispatch, and the numbers that had to be read from the log. A process that
 * delivers nothing is not ready.
 */
@Injectable()
export class DeliveryMetrics {
  constructor(registry: MetricsRegistry, hub: Hub, sequencers: LogSequencers, readiness: Readiness) {
    readiness.watchDispatch(() => sequencers.isStalled);
    const sizes = new Histogram({
      name: 'parley_group_size',
      help: 'Connections of this process that received one dispatch, without unnumbered frames of other processes.',
      buckets: [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
      registers: [registry],
    });
    const healed = new Counter({
      name: 'parley_gaps_healed_total',
      help: 'Sequence numbers that were missing, and were then read from the change log and delivered.',
      registers: [registry],
    });
    const skipped = new Counter({
      name: 'parley_gaps_passed_over_total',
      help: 'Sequence numbers that were skipped: the change log did not have them, or there were too many.',
      registers: [registry],
    });
    hub.onDelivery((connections) => sizes.observe(connections));
    sequencers.onGaps({
      healed: (numbers) => healed.inc(numbers),
      skipped: (numbers) => skipped.inc(numbers),
    });
  }
}
