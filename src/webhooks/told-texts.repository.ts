import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { storedText } from '../database/index.js';

const QUOTES = ['parent_message', 'forwarded_from'];

/** A message, in SQL, without those of its quotes whose texts are to go. */
const unquoted = (message: string): string =>
  QUOTES.reduce(
    (text, quote) =>
      `${text} || CASE WHEN (${message} #>> '{${quote},id}')::uuid = ANY ($1)
         THEN '{"${quote}": null}'::jsonb ELSE '{}'::jsonb END`,
    message,
  );

/**
 * What deliveries say of what is deleted since. The delivery stays: who has not heard of it hears that it was, and
 * nothing of what it said.
 */
@Injectable()
export class ToldTextsRepository {
  async ofMessages(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      `UPDATE webhook_deliveries SET data = CASE
         WHEN message_ids[1] = ANY ($1) THEN NULL
         WHEN event = 'message.reaction' THEN jsonb_set(data, '{message}', ${unquoted(`(data -> 'message')`)})
         ELSE ${unquoted('data')} END
       WHERE message_ids && $1::uuid[] AND data IS NOT NULL`,
      [ids],
    );
  }

  /** Everything in these rooms, but for their end. */
  async ofRooms(manager: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await manager.query(
      `UPDATE webhook_deliveries SET data = NULL
       WHERE room_id = ANY ($1) AND event <> 'room.deleted' AND data IS NOT NULL`,
      [ids],
    );
  }

  /** Everything in which a user is named. Reads all that is kept. */
  async naming(manager: EntityManager, username: string): Promise<void> {
    await manager.query(
      `UPDATE webhook_deliveries SET data = NULL
       WHERE jsonb_path_exists(data, '$.** ? (@ == $name)', jsonb_build_object('name', $1::text))`,
      [storedText(username)],
    );
  }
}
