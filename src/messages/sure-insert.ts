import { setTimeout as delay } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { InternalFault } from '@parley/realtime/requests';

import { AlreadySent, AlreadyStored, AnswerLost, MessagesRepository, RowRefused } from './messages.repository.js';
import type { NewMessage, Placed } from './messages.repository.js';

/** How long the database may stay away until those who wait are told that nobody knows. */
const LONGEST_OUTAGE_MS = 8_000;
const PAUSE_MS = 200;

/**
 * Inserts messages, and knows afterwards what became of them, where the connection breaks under the statement: the same
 * messages, with the same ids, are inserted again once the database is back. Either they are stored now, or their ids
 * say that they were stored before.
 */
@Injectable()
export class SureInsert {
  constructor(private readonly messages: MessagesRepository) {}

  /**
   * As {@link MessagesRepository.insert}.
   * @throws AlreadySent, RowRefused
   * @throws InternalFault where the database stays away for so long that nobody can say whether they were stored
   */
  async insert(messages: readonly NewMessage[]): Promise<ReadonlyMap<string, Placed>> {
    try {
      return await this.messages.insert(messages);
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
      return this.findOut(messages, error);
    }
  }

  private async findOut(messages: readonly NewMessage[], lost: unknown): Promise<ReadonlyMap<string, Placed>> {
    for (const deadline = Date.now() + LONGEST_OUTAGE_MS; ;) {
      await delay(PAUSE_MS);
      try {
        return await this.again(messages);
      } catch (error) {
        if (error instanceof AlreadySent || error instanceof RowRefused) throw error;
        if (Date.now() > deadline) throw outcomeUnknown(lost);
      }
    }
  }

  /**
   * What was lost is stored whole or not at all, but for rooms that it left out; and rooms that it did not leave out may
   * be left out by now.
   */
  private async again(messages: readonly NewMessage[]): Promise<ReadonlyMap<string, Placed>> {
    const ids = messages.map(({ id }) => id);
    try {
      const now = await this.messages.insert(messages);
      const before = await this.messages.placed(ids.filter((id) => !now.has(id)));
      return new Map([...before, ...now]);
    } catch (error) {
      if (!(error instanceof AlreadySent || error instanceof AlreadyStored)) throw error;
      const before = await this.messages.placed(ids);
      // A message is its own duplicate, if it was stored before.
      if (before.size === 0 && error instanceof AlreadySent) throw error;
      return before;
    }
  }
}

const outcomeUnknown = (cause: unknown): InternalFault =>
  new InternalFault('It is not known whether this was stored: send it again with the same client_message_id', cause);
