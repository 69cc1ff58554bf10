import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { OutboxConsumerRow } from './outbox.entity.js';

/** The consumers of the outbox, of all processes. */
@Injectable()
export class OutboxConsumersRepository {
  /**
   * Must be called before a check whether a consumer is needed. It serializes such decisions until the transaction
   * ends, so that none overlooks the uncommitted changes of another. TypeORM has no lock of a table.
   */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE feed_followers IN SHARE ROW EXCLUSIVE MODE');
  }

  /**
   * From the commit on, the consumer receives every change of a room.
   * @param manager the transaction that writes what needs the consumer
   * @param name of a consumer that every server of this release registers
   */
  async subscribe(manager: EntityManager, name: string): Promise<void> {
    await manager.createQueryBuilder().insert().into(OutboxConsumerRow).values({ name }).orIgnore().execute();
  }

  /** Removes a consumer. Changes that it still receives shortly after this have no effect. */
  async unsubscribe(manager: EntityManager, name: string): Promise<void> {
    await manager.delete(OutboxConsumerRow, { name });
  }

  async names(manager: EntityManager): Promise<string[]> {
    const consumers = await manager.find(OutboxConsumerRow, { order: { name: 'ASC' } });
    return consumers.map(({ name }) => name);
  }
}
