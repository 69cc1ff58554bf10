import type { ServerResponse } from 'node:http';

import { Controller, Get, HttpStatus, Res } from '@nestjs/common';

import { PublicRoute } from '../http/index.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';
import type { LivenessReport, ReadinessReport } from './readiness.js';

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @PublicRoute({
    summary: 'Tells that the process runs.',
    answers: { 200: { description: 'It runs.', type: 'LivenessReport' } },
  })
  @Get('health/live')
  live(): LivenessReport {
    return { status: 'ok' };
  }

  @PublicRoute({
    summary: 'Tells whether the process can serve.',
    answers: {
      200: { description: 'It can.', type: 'ReadinessReport' },
      503: { description: 'It cannot, and why; or it is going down.', type: 'ReadinessReport' },
    },
  })
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: ServerResponse): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    const serves = report.status === 'ok' || report.status === 'degraded';
    response.statusCode = serves ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
    return report;
  }

  @PublicRoute({
    summary: 'Metrics for Prometheus.',
    answers: { 200: { description: 'In the text format of Prometheus.', contentType: 'text/plain' } },
  })
  @Get('metrics')
  async text(@Res({ passthrough: true }) response: ServerResponse): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}
