import { Injectable } from '@nestjs/common';
import { Any, DataSource, MoreThanOrEqual } from 'typeorm';
import type { EntityManager, FindOptionsWhere } from 'typeorm';

import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import type { DeliveryState } from './webhook-delivery.entity.js';

/** A delivery as operators see it: without its data. */
export interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly room_id: string | null;
  readonly seq: number | null;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Null if no attempt is scheduled. */
  readonly next_attempt_at: string | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
}

/** Selects deliveries; an undefined field does not restrict them. */
export interface DeliveryFilter {
  readonly ids?: readonly string[] | undefined;
  readonly webhookId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** Created at this time or later. */
  readonly since?: Date | undefined;
}

const LISTED = {
  id: true,
  webhookId: true,
  event: true,
  roomId: true,
  seq: true,
  state: true,
  attempts: true,
  nextAttemptAt: true,
  lastStatus: true,
  lastError: true,
  createdAt: true,
  endedAt: true,
} as const;

type Listed = Pick<WebhookDeliveryRow, keyof typeof LISTED>;

const chosenBy = ({ ids, webhookId, state, since }: DeliveryFilter): FindOptionsWhere<WebhookDeliveryRow> => ({
  ...(ids && { id: Any(ids) }),
  ...(webhookId !== undefined && { webhookId }),
  ...(state && { state }),
  ...(since && { createdAt: MoreThanOrEqual(since) }),
});

/** Lists and counts deliveries for operators. */
@Injectable()
export class DeliveryListRepository {
  constructor(private readonly source: DataSource) {}

  /** The newest first, `limit` at the most. */
  async list(filter: DeliveryFilter, limit: number): Promise<Delivery[]> {
    const rows = await this.source.manager.find(WebhookDeliveryRow, {
      select: LISTED,
      where: chosenBy(filter),
      order: { id: 'DESC' },
      take: limit,
    });
    return rows.map(toDelivery);
  }

  count(filter: DeliveryFilter): Promise<number> {
    return this.source.manager.countBy(WebhookDeliveryRow, chosenBy(filter));
  }

  /**
   * Makes deliveries due again at once, with their attempts reset.
   * @returns their number
   */
  async replay(manager: EntityManager, filter: DeliveryFilter): Promise<number> {
    const { affected } = await manager
      .createQueryBuilder()
      .update(WebhookDeliveryRow)
      .set({ state: 'pending', attempts: 0, nextAttemptAt: () => 'now()', claimedUntil: null, endedAt: null })
      .where(chosenBy(filter))
      .execute();
    return affected ?? 0;
  }
}

const toDelivery = (row: Listed): Delivery => ({
  id: row.id,
  webhook_id: row.webhookId,
  event: row.event,
  room_id: row.roomId,
  seq: row.seq,
  state: row.state,
  attempts: row.attempts,
  next_attempt_at: row.state === 'pending' ? row.nextAttemptAt.toISOString() : null,
  last_status: row.lastStatus,
  last_error: row.lastError,
  created_at: row.createdAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
});
