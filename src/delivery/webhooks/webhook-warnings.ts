import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { Warnings } from '../../platform/health/warnings.js';
import { DeliveriesRepository } from './deliveries.repository.js';

/** Warns administrators of webhooks whose receivers do not accept deliveries. */
@Injectable()
export class WebhookWarnings implements OnModuleInit {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly warnings: Warnings,
  ) {}

  /** The query of a URL can be a secret: the administration page finds it by the id. */
  onModuleInit(): void {
    this.warnings.add('webhooks', async () => {
      const failing = await this.deliveries.failing();
      return failing.map(({ webhook_id, deliveries }) => ({ code: 'webhook_failing', webhook_id, deliveries }));
    });
  }
}
