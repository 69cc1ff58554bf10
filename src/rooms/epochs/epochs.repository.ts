import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { beginEpoch, ORIGIN } from '../../platform/database/begin-epoch.js';
import type { EpochReason } from '../../platform/database/begin-epoch.js';
import { Room } from '../room.entity.js';
import { Epoch } from './epoch.entity.js';

/** The last number of each room up to which positions of an earlier epoch are valid. A room without one has none. */
export type ValidPositions = ReadonlyMap<string, number>;

/** The chain of epochs. */
@Injectable()
export class EpochsRepository {
  constructor(private readonly source: DataSource) {}

  /** All epochs, the present one first. */
  list(): Promise<Epoch[]> {
    return this.source.manager.find(Epoch, { order: { number: 'DESC' } });
  }

  /** The present epoch. */
  async current(manager: EntityManager): Promise<Epoch> {
    const [latest] = await manager.find(Epoch, { order: { number: 'DESC' }, take: 1 });
    if (!latest) throw new Error('the database has no epoch');
    return latest;
  }

  /** Begins an epoch. @returns its id */
  begin(manager: EntityManager, reason: EpochReason): Promise<string> {
    return beginEpoch((statement, parameters) => manager.query(statement, parameters), reason);
  }

  /** Other processes that begin an epoch wait until the end of the transaction. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE epochs IN SHARE ROW EXCLUSIVE MODE');
  }

  /** The server, the database and the timeline of this connection. */
  async origin(manager: EntityManager): Promise<string> {
    const [row] = await manager.query<[{ origin: string }]>(`SELECT ${ORIGIN} AS origin`);
    return row.origin;
  }

  async setOrigin(manager: EntityManager, { id }: Epoch, origin: string): Promise<void> {
    await manager.update(Epoch, { id }, { origin });
  }

  hasRooms(manager: EntityManager): Promise<boolean> {
    return manager.existsBy(Room, {});
  }

  /**
   * Up to where positions of an earlier epoch are valid now: a position must have been reached by each epoch that
   * followed, when that began. Raw SQL, because the chain is walked in the database.
   * @returns empty for an epoch that is not in the chain
   */
  async validPositions(epochId: string, roomIds: readonly string[]): Promise<ValidPositions> {
    const rows = await this.source.query<{ room_id: string; last_seq: number }[]>(VALID_POSITIONS, [epochId, roomIds]);
    return new Map(rows.map(({ room_id, last_seq }) => [room_id, last_seq]));
  }
}

const VALID_POSITIONS = `
  WITH RECURSIVE chain AS (
    (SELECT id, parent_id FROM epochs ORDER BY number DESC LIMIT 1)
    UNION ALL
    SELECT e.id, e.parent_id FROM epochs e JOIN chain ON e.id = chain.parent_id WHERE chain.parent_id <> $1
  )
  SELECT noted.room_id, min(noted.last_seq) AS last_seq
  FROM epoch_rooms noted
  WHERE noted.room_id = ANY ($2::uuid[]) AND noted.epoch_id IN (SELECT id FROM chain)
    AND EXISTS (SELECT FROM chain WHERE parent_id = $1)
  GROUP BY noted.room_id
  HAVING count(*) = (SELECT count(*) FROM chain)`;
