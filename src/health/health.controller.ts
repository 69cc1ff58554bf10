import type { ServerResponse } from 'node:http';

import { Controller, Get, HttpStatus, Res } from '@nestjs/common';

import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';
import type { ReadinessReport } from './readiness.js';

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  /** 200 while the process runs. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 while it can serve; 503 with the reason while it cannot, or drains. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: ServerResponse): Promise<ReadinessReport> {
    const report = await this.readiness.report();
    const serves = report.status === 'ok' || report.status === 'degraded';
    response.statusCode = serves ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
    return report;
  }

  @Get('metrics')
  async text(@Res({ passthrough: true }) response: ServerResponse): Promise<string> {
    response.setHeader('Content-Type', this.metrics.contentType);
    return this.metrics.text();
  }
}
