import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';

import { PeriodicTask } from '../../platform/async/periodic-task.js';
import { AuditStreamSettings } from './audit-stream.settings.js';
import { DatabasePulse } from '../../platform/database/pulse/database-pulse.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { DeliveriesRepository } from '../webhooks/deliveries.repository.js';
import { SendDeliveriesJob } from '../webhooks/send-deliveries.job.js';
import { AUDIT_EVENT } from '../webhooks/webhook-event.js';
import { WebhooksRepository } from '../webhooks/webhooks.repository.js';
import type { AuditStreamRow } from './audit-stream.entity.js';
import { AuditStreamsRepository, WEBHOOK_IS_BEHIND } from './audit-streams.repository.js';

/** The same in every deployment, as there is one of each. */
const WEBHOOK_ID = '00000000-0000-7000-8000-0000000a0d17';

/** The entries of one delivery. */
const BATCH = 100;

/**
 * Sends sealed entries of the audit log to `AUDIT_WEBHOOK`, as deliveries of a webhook. The next delivery is enqueued
 * once the receiver has accepted the one before, which keeps the order; one that was given up is enqueued again.
 */
@Injectable()
export class AuditWebhook implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly receiver: AuditStreamSettings['webhook'];
  private readonly enqueueing = new PeriodicTask(
    () => this.enqueue(),
    new Logger(AuditWebhook.name),
    'Cannot enqueue the audit log for AUDIT_WEBHOOK',
  );

  constructor(
    settings: AuditStreamSettings,
    private readonly streams: AuditStreamsRepository,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly sending: SendDeliveriesJob,
    private readonly work: UnitOfWork,
    private readonly pulse: DatabasePulse,
  ) {
    this.receiver = settings.webhook;
  }

  onModuleInit(): void {
    if (this.receiver) this.pulse.runWhen('audit_webhook', WEBHOOK_IS_BEHIND, this.enqueueing);
  }

  /** The webhook follows the settings of the process that started last. */
  async onApplicationBootstrap(): Promise<void> {
    const { receiver } = this;
    if (receiver) await this.streams.create('webhook');
    await this.work.transaction(async ({ manager }) => {
      if (!receiver) return this.webhooks.setActive(manager, WEBHOOK_ID, false);
      return this.webhooks.put(manager, {
        id: WEBHOOK_ID,
        ...receiver,
        events: [AUDIT_EVENT],
        description: 'AUDIT_WEBHOOK',
      });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.enqueueing.stop();
  }

  private enqueue(): Promise<void> {
    return this.work.transaction(async ({ manager, afterCommit }) => {
      const stream = await this.streams.lock(manager, 'webhook');
      const seq = stream && (await this.acceptedUpTo(manager, stream));
      if (!stream || seq === undefined) return;
      const entries = await this.streams.after(manager, seq, BATCH);
      const webhookEvent = { event: AUDIT_EVENT, roomId: null, seq: null, messageIds: [], data: { entries } };
      const [deliveryId = null] =
        entries.length === 0 ? [] : await this.deliveries.insert(manager, [{ webhookId: WEBHOOK_ID, webhookEvent }]);
      await this.streams.move(manager, 'webhook', { seq, deliveryId, deliverySeq: entries.at(-1)?.seq ?? null });
      afterCommit(() => this.sending.wake());
    });
  }

  /** @returns undefined while a delivery is pending */
  private async acceptedUpTo(
    manager: Work['manager'],
    { seq, deliveryId, deliverySeq }: AuditStreamRow,
  ): Promise<number | undefined> {
    if (deliveryId === null || deliverySeq === null) return seq;
    const state = await this.deliveries.stateOf(manager, deliveryId);
    if (state === 'pending') return undefined;
    if (state !== 'delivered') return seq;
    await this.deliveries.empty(manager, deliveryId);
    return deliverySeq;
  }
}
