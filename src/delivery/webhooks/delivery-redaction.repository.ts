import { Injectable } from '@nestjs/common';
import { Any, IsNull, Not } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { WebhookDeliveryRow } from './webhook-delivery.entity.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Redacts deleted texts in deliveries. The delivery stays: a receiver that has not got it yet receives the event
 * without its data. Raw SQL changes parts of a JSON value, so that no delivery is read for that.
 */
@Injectable()
export class DeliveryRedactionRepository {
  async redactMessages(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await REDACT_MESSAGES.changes(manager, { ids });
  }

  /** Redacts all events of these rooms except their deletion. */
  async redactRooms(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.update(
      WebhookDeliveryRow,
      { roomId: Any(ids), event: Not('room.deleted'), data: Not(IsNull()) },
      { data: () => 'NULL' },
    );
  }
}

const QUOTES = ['parent_message', 'forwarded_from'];

/** A message, in SQL, without quotes of the deleted messages. */
const unquoted = (message: string, ids: string): string =>
  QUOTES.reduce(
    (text, quote) =>
      `${text} || CASE WHEN (${message} #>> '{${quote},id}')::uuid = ANY (${ids})
         THEN '{"${quote}": null}'::jsonb ELSE '{}'::jsonb END`,
    message,
  );

const REDACT_MESSAGES = statement('webhook_deliveries.redact_messages', {
  parameters: { ids: 'uuid[]' },
  columns: {},
  text: ({ ids }) => `
    UPDATE webhook_deliveries SET data = CASE
      WHEN message_ids[1] = ANY (${ids}) THEN NULL
      WHEN event IN ('message.reaction', 'message.pin')
        THEN jsonb_set(data, '{message}', ${unquoted(`(data -> 'message')`, ids)})
      ELSE ${unquoted('data', ids)} END
    WHERE message_ids && ${ids}::uuid[] AND data IS NOT NULL`,
});
