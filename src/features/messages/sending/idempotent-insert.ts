import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';

import {
  AlreadyStored,
  DuplicateClientMessageId,
  MessageInsert,
  OutcomeUnknown,
  RowRefused,
} from './message-insert.js';
import type { InsertBounds, NewMessage, Placed } from './message-insert.js';
import { MessagesRepository } from './messages.repository.js';
import { outcomeUnknown } from './pending-send.js';

/** How long the insert is retried while the database is unreachable. */
const LONGEST_OUTAGE_MS = 8_000;
const RETRY_MS = 200;

/**
 * Inserts messages, and determines the outcome if the connection breaks during the statement: it retries the insert
 * with the same ids once the database is reachable. Either the retry stores the messages, or their ids show that they
 * were stored before.
 */
@Injectable()
export class IdempotentInsert {
  constructor(
    private readonly messages: MessagesRepository,
    private readonly inserts: MessageInsert,
  ) {}

  get bounds(): InsertBounds {
    return this.inserts.bounds;
  }

  /**
   * As {@link MessageInsert.insert}.
   * @throws DuplicateClientMessageId, RowRefused
   * @throws InternalFault if the database stays unreachable for so long that the outcome remains unknown
   */
  async insert(messages: readonly NewMessage[]): Promise<ReadonlyMap<string, Placed>> {
    try {
      return await this.inserts.insert(messages);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      return this.retry(messages, error);
    }
  }

  private async retry(messages: readonly NewMessage[], cause: unknown): Promise<ReadonlyMap<string, Placed>> {
    for (const deadline = Date.now() + LONGEST_OUTAGE_MS; ;) {
      await delay(RETRY_MS);
      try {
        return await this.insertAgain(messages);
      } catch (error) {
        if (error instanceof DuplicateClientMessageId || error instanceof RowRefused) throw error;
        if (Date.now() > deadline) throw outcomeUnknown(cause);
      }
    }
  }

  /**
   * The first statement stored all messages or none, but for rooms that it excluded; this one may exclude further
   * rooms.
   */
  private async insertAgain(messages: readonly NewMessage[]): Promise<ReadonlyMap<string, Placed>> {
    const ids = messages.map(({ id }) => id);
    try {
      const now = await this.inserts.insert(messages);
      const before = await this.messages.placed(ids.filter((id) => !now.has(id)));
      return new Map([...before, ...now]);
    } catch (error) {
      if (!(error instanceof DuplicateClientMessageId || error instanceof AlreadyStored)) throw error;
      const before = await this.messages.placed(ids);
      // A message that was stored before is its own duplicate.
      if (before.size === 0 && error instanceof DuplicateClientMessageId) throw error;
      return before;
    }
  }
}
