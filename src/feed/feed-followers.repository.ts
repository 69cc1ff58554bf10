import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Who follows the rooms, over all processes. */
@Injectable()
export class FeedFollowersRepository {
  /**
   * To be called by whoever looks whether there is something to follow for, before the look: nobody else decides the like
   * until the transaction is over, so that none overlooks what the other is about to commit.
   */
  async decidesAlone(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE feed_followers IN SHARE ROW EXCLUSIVE MODE');
  }

  /**
   * From the commit on, whatever happens in a room is handed to the follower.
   * @param manager the transaction that writes what it follows for
   * @param name of a follower that every server of this release registers
   */
  async follows(manager: EntityManager, name: string): Promise<void> {
    await manager.query('INSERT INTO feed_followers (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  }

  /** It has nothing to follow for any more. What is handed to it for a moment after this is for nobody. */
  async ceases(manager: EntityManager, name: string): Promise<void> {
    await manager.query('DELETE FROM feed_followers WHERE name = $1', [name]);
  }

  async names(manager: EntityManager): Promise<string[]> {
    const rows = await manager.query<{ name: string }[]>('SELECT name FROM feed_followers ORDER BY name');
    return rows.map(({ name }) => name);
  }
}
