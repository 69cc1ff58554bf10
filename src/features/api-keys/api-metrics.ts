import type { ServerResponse } from 'node:http';

import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';

import { MetricsRegistry } from '../../platform/metrics/metrics.module.js';

/** The outcome of a request, by its status. */
type Outcome = 'ok' | 'refused' | 'unauthenticated' | 'limited' | 'failed' | 'gone';

const BY_STATUS = new Map<number, Outcome>([
  [401, 'unauthenticated'],
  [429, 'limited'],
]);

/** Metrics of API requests, by the templates of their paths. */
@Injectable()
export class ApiMetrics {
  private readonly requests = new Counter({
    name: 'parley_api_requests_total',
    help: 'Requests to the HTTP API, by route and outcome.',
    labelNames: ['route', 'outcome'],
    registers: [this.registry],
  });

  private readonly durations = new Histogram({
    name: 'parley_api_request_duration_seconds',
    help: 'Duration of requests to the HTTP API, from the check of the key to the last byte.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor(private readonly registry: MetricsRegistry) {}

  /** @param route method and template: `POST /api/rooms/:room_id/messages/` */
  begun(route: string, response: ServerResponse): void {
    const took = this.durations.startTimer({ route });
    response.once('close', () => {
      took();
      this.requests.inc({ route, outcome: response.writableFinished ? outcomeOf(response.statusCode) : 'gone' });
    });
  }
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'ok';
  return BY_STATUS.get(status) ?? (status < 500 ? 'refused' : 'failed');
}
