import { Injectable } from '@nestjs/common';
import { Any, DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { Backoff } from '../../platform/async/backoff.js';
import { statement } from '../../platform/database/statement.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { OutboxConsumerRow, OutboxRangeRow } from './outbox.entity.js';

/** A range of sequence numbers of a room that the consumers have not processed. */
export type OutboxRange = Readonly<Pick<OutboxRangeRow, 'id' | 'roomId' | 'after' | 'upTo' | 'ended' | 'externalId'>>;

/** In seconds. */
const BACKOFF = new Backoff(60, 3_600);

const IS_DUE = `(retry_at IS NULL OR retry_at <= now())`;

/** Whether any part is due, as an expression. */
export const ARE_DUE = `EXISTS (SELECT FROM room_feed WHERE ${IS_DUE})`;

/**
 * The table of the outbox. Raw SQL for due entries and postponements, because the clock of the database decides, and
 * for the count, because it is bounded.
 */
@Injectable()
export class OutboxRangesRepository {
  constructor(private readonly source: DataSource) {}

  /** The number of parts, including postponed ones, counted to 10000. */
  async pending(): Promise<number> {
    return (await PENDING.one(this.source, {})).count;
  }

  /** The oldest due parts; those of one room are ordered by sequence number. */
  async due(most: number): Promise<readonly OutboxRange[]> {
    return DUE.rows(this.source, { most });
  }

  /** @throws Error if another process has taken one of them */
  async take(manager: EntityManager, parts: readonly OutboxRange[]): Promise<void> {
    const { affected } = await manager.delete(OutboxRangeRow, { id: Any(parts.map(({ id }) => id)) });
    if (affected !== parts.length) throw new Error('another process has taken the same parts of the outbox');
  }

  /** Postpones parts, with exponential backoff from a minute to an hour. */
  async postpone(manager: EntityManager, parts: readonly OutboxRange[]): Promise<void> {
    await POSTPONE.changes(manager, { ids: parts.map(({ id }) => id) });
  }
}

/** The consumers of the outbox, of all processes. */
@Injectable()
export class OutboxConsumersRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * Must be called before a check whether a consumer is needed. It serializes such decisions until the transaction
   * ends, so that none overlooks the uncommitted changes of another. TypeORM has no lock of a table.
   */
  async lock(manager: EntityManager): Promise<void> {
    await LOCK.rows(manager, {});
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

  async names(): Promise<string[]> {
    const consumers = await this.source.manager.find(OutboxConsumerRow, { order: { name: 'ASC' } });
    return consumers.map(({ name }) => name);
  }
}

const PENDING = statement('outbox.pending', {
  parameters: {},
  columns: { count: 'int4' },
  text: () => `
    SELECT count(*)::int AS count FROM (SELECT FROM room_feed LIMIT ${String(MOST_COUNTED)}) first`,
});

const DUE = statement('outbox.due', {
  parameters: { most: 'int8' },
  columns: { id: 'int8', roomId: 'uuid', after: 'int8', upTo: 'int8', ended: 'bool', externalId: 'text | null' },
  text: ({ most }) => `
    SELECT id, room_id AS "roomId", after, up_to AS "upTo", ended, external_id AS "externalId" FROM room_feed
    WHERE ${IS_DUE} ORDER BY id LIMIT ${most}`,
});

const POSTPONE = statement('outbox.postpone', {
  parameters: { ids: 'int8[]' },
  columns: {},
  text: ({ ids }) => `
    UPDATE room_feed SET attempts = attempts + 1,
      retry_at = now() + ${BACKOFF.sql('attempts')} * interval '1 second'
    WHERE id = ANY (${ids})`,
});

const LOCK = statement('outbox.lock_consumers', {
  parameters: {},
  columns: {},
  text: () => `LOCK TABLE feed_followers IN SHARE ROW EXCLUSIVE MODE`,
});
