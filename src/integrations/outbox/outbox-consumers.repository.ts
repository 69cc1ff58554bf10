import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The consumers of the outbox, of all processes. */
@Injectable()
export class OutboxConsumersRepository {
  /**
   * Must be called before a check whether a consumer is needed. It serializes such decisions until the transaction
   * ends, so that none overlooks the uncommitted changes of another.
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
    await manager.query('INSERT INTO feed_followers (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  }

  /** Removes a consumer. Changes that it still receives shortly after this have no effect. */
  async unsubscribe(manager: EntityManager, name: string): Promise<void> {
    await manager.query('DELETE FROM feed_followers WHERE name = $1', [name]);
  }

  async names(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ name: string }[]>('SELECT name FROM feed_followers ORDER BY name');
    return rows.map(({ name }) => name);
  }
}
