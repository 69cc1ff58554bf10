import { setTimeout as delay } from 'node:timers/promises';

import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** The number up to which gauges count rows of the database. */
export const MOST_COUNTED = 10_000;

/** How long a scrape waits for the database. */
const TIMEOUT_MS = 1_000;

/**
 * A gauge of rows of the database, which are counted, or summed up, when the metrics are scraped. If the count fails or
 * takes longer than a second, the gauge keeps its last value, so that metrics are available during an outage of the
 * database. Only one count runs at a time.
 * @param count counts the rows, up to `MOST_COUNTED`
 */
export function backlogGauge(registry: Registry, name: string, help: string, count: () => Promise<number>): Gauge {
  let counting: Promise<void> | undefined;
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      counting ??= count()
        .then(
          (rows) => this.set(rows),
          () => undefined,
        )
        .finally(() => {
          counting = undefined;
        });
      await Promise.race([counting, delay(TIMEOUT_MS, undefined, { ref: false })]);
    },
  });
}
