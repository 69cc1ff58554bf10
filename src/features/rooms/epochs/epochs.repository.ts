import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { beginEpoch } from '../../../platform/database/history/begin-epoch.js';
import type { EpochReason } from '../../../platform/database/history/begin-epoch.js';
import { queryOf } from '../../../platform/database/query.js';
import { statement } from '../../../platform/database/statement.js';
import { lockEpochs } from '../../../platform/database/history/epoch-statements.js';
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

  /** Begins an epoch. @returns its id */
  async begin(manager: EntityManager, reason: EpochReason): Promise<string> {
    const run = queryOf(manager);
    await lockEpochs(run);
    return beginEpoch(run, reason);
  }

  /**
   * Up to where positions of an earlier epoch are valid now: a position must have been reached by each epoch that
   * followed, when that began. Raw SQL, because the chain is walked in the database.
   * @returns empty for an epoch that is not in the chain
   */
  async validPositions(epochId: string, roomIds: readonly string[]): Promise<ValidPositions> {
    const rows = await VALID_POSITIONS.rows(this.source, { epoch: epochId, rooms: roomIds });
    return new Map(rows.map(({ room_id, last_seq }) => [room_id, last_seq]));
  }
}

const VALID_POSITIONS = statement('epochs.valid_positions', {
  parameters: { epoch: 'uuid', rooms: 'uuid[]' },
  columns: { room_id: 'uuid', last_seq: 'int8' },
  text: ({ epoch, rooms }) => `
    WITH RECURSIVE chain AS (
      (SELECT id, parent_id FROM epochs ORDER BY number DESC LIMIT 1)
      UNION ALL
      SELECT e.id, e.parent_id FROM epochs e JOIN chain ON e.id = chain.parent_id WHERE chain.parent_id <> ${epoch}
    )
    SELECT noted.room_id, min(noted.last_seq) AS last_seq
    FROM epoch_rooms noted
    WHERE noted.room_id = ANY (${rooms}::uuid[]) AND noted.epoch_id IN (SELECT id FROM chain)
      AND EXISTS (SELECT FROM chain WHERE parent_id = ${epoch})
    GROUP BY noted.room_id
    HAVING count(*) = (SELECT count(*) FROM chain)`,
});
