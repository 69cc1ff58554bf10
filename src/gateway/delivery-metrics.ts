import { Injectable } from '@nestjs/common';
import { Hub } from '@parley/realtime/hub';
import { RoomLines } from '@parley/realtime/log';
import { Counter, Histogram } from 'prom-client';

import { MetricsRegistry } from '../metrics/index.js';

/** What a process tells of what it told: to how many at once, and what of it had to be read again. */
@Injectable()
export class DeliveryMetrics {
  constructor(registry: MetricsRegistry, hub: Hub, lines: RoomLines) {
    const sizes = new Histogram({
      name: 'parley_group_size',
      help: 'Connections of this process that heard one dispatch; what another process said in passing is not in it.',
      buckets: [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000],
      registers: [registry],
    });
    const healed = new Counter({
      name: 'parley_gaps_healed_total',
      help: 'Numbers of the logs of rooms that did not come by themselves, and were read again and told.',
      registers: [registry],
    });
    const passedOver = new Counter({
      name: 'parley_gaps_passed_over_total',
      help: 'Numbers of the logs of rooms that were told to nobody: the log has them no more, or they were too many.',
      registers: [registry],
    });
    hub.onDelivery((hearers) => {
      sizes.observe(hearers);
    });
    lines.onGaps({
      healed: (numbers) => {
        healed.inc(numbers);
      },
      passedOver: (numbers) => {
        passedOver.inc(numbers);
      },
    });
  }
}
