import type { ServerResponse } from 'node:http';

import { Controller, Get, HttpStatus, Res, UseGuards } from '@nestjs/common';

import { PublicRoute } from '../http/route-contract.js';
import { MetricsRegistry } from '../metrics/metrics.module.js';
import { HealthReporter } from './health-report.js';
import type { HealthReport } from './health-report.js';
import { MetricsListener } from './metrics-listener.js';
import { Readiness } from './readiness.js';
import type { LivenessReport, ReadinessReport } from './readiness.js';

const SERVING: readonly string[] = ['ok', 'degraded'] satisfies (HealthReport | ReadinessReport)['status'][];

/** Served on the public port, or on that of METRICS_PORT alone. */
@Controller()
@UseGuards(MetricsListener)
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly reporter: HealthReporter,
    private readonly registry: MetricsRegistry,
  ) {}

  @PublicRoute({
    summary: 'Returns the state of everything that the process needs.',
    answers: {
      200: { description: 'It serves requests; with `degraded` the details have the problem.', type: 'HealthReport' },
      503: { description: 'It cannot serve requests, with the reason; or it is shutting down.', type: 'HealthReport' },
    },
  })
  @Get('health')
  async report(@Res({ passthrough: true }) response: ServerResponse): Promise<HealthReport> {
    const report = await this.reporter.make();
    response.statusCode = statusOf(report);
    return report;
  }

  @PublicRoute({
    summary: 'Returns 200 if the process runs.',
    answers: { 200: { description: 'It runs.', type: 'LivenessReport' } },
  })
  @Get('health/live')
  live(): LivenessReport {
    return { status: 'ok' };
  }

  @PublicRoute({
    summary: 'Returns whether the process can serve requests.',
    answers: {
      200: { description: 'It can serve requests.', type: 'ReadinessReport' },
      503: {
        description: 'It cannot serve requests, with the reason; or it is shutting down.',
        type: 'ReadinessReport',
      },
    },
  })
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: ServerResponse): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    response.statusCode = statusOf(report);
    return report;
  }

  @PublicRoute({
    summary: 'Metrics for Prometheus.',
    answers: { 200: { description: 'In the text format of Prometheus.', contentType: 'text/plain' } },
  })
  @Get('metrics')
  async metrics(@Res({ passthrough: true }) response: ServerResponse): Promise<string> {
    response.setHeader('Content-Type', this.registry.contentType);
    return this.registry.metrics();
  }
}

const statusOf = ({ status }: HealthReport | ReadinessReport): HttpStatus =>
  SERVING.includes(status) ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
