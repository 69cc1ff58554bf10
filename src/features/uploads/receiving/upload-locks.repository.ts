import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';

/** The locks of uploads, which are in their rows. Raw SQL, because the clock of the database decides. */
@Injectable()
export class UploadLocksRepository {
  constructor(private readonly source: DataSource) {}

  /** @returns whether the owner has the upload for itself now, on all nodes */
  async take(id: string, owner: string, seconds: number): Promise<boolean> {
    return (await TAKE.changes(this.source, { id, owner, seconds })) > 0;
  }

  /**
   * Keeps a lock.
   * @param least seconds that are left of it, unless another request has asked for it; 0: nobody may ask for it
   * @returns false, with the lock as it is, if another request has it or has asked for it, or the upload is to be
   *   removed
   */
  async extend(id: string, owner: string, seconds: number, least: number): Promise<boolean> {
    return (await EXTEND.changes(this.source, { id, owner, seconds, least })) > 0;
  }

  /** Asks the owner of the lock, on any node, to end. */
  async request(id: string): Promise<void> {
    await REQUEST.changes(this.source, { id, seconds: REQUESTED_LOCK_SECONDS });
  }

  async giveBack(id: string, owner: string): Promise<void> {
    await GIVE_BACK.changes(this.source, { id, owner });
  }
}

/** A lock that another request has asked for ends after this time, unless the bytes are being checked. */
const REQUESTED_LOCK_SECONDS = 7;

/**
 * A change of a lock waits for no disk: a lock of a server that fails is that of requests that fail with it, and ends
 * by itself. Part of a FROM of a statement that is a transaction of its own.
 */
const WITHOUT_FLUSH = `(SELECT set_config('synchronous_commit', 'off', true)) AS without_flush`;

const TAKE = statement('upload_locks.take', {
  parameters: { id: 'uuid', owner: 'uuid', seconds: 'float8' },
  columns: {},
  isPrepared: true,
  text: ({ id, owner, seconds }) => `
    UPDATE uploads SET lock_owner = ${owner}, locked_until = statement_timestamp() + ${seconds} * interval '1 second'
    FROM ${WITHOUT_FLUSH}
    WHERE id = ${id} AND (lock_owner = ${owner} OR locked_until IS NULL OR locked_until <= statement_timestamp())`,
});

const EXTEND = statement('upload_locks.extend', {
  parameters: { id: 'uuid', owner: 'uuid', seconds: 'float8', least: 'int4' },
  columns: {},
  isPrepared: true,
  text: ({ id, owner, seconds, least }) => `
    UPDATE uploads SET locked_until = statement_timestamp() + ${seconds} * interval '1 second'
    WHERE id = ${id} AND lock_owner = ${owner}
      AND (${least}::int = 0 OR locked_until >= statement_timestamp() + ${least}::int * interval '1 second'
        AND (expires_at IS NULL OR expires_at > statement_timestamp()))`,
});

const REQUEST = statement('upload_locks.request', {
  parameters: { id: 'uuid', seconds: 'float8' },
  columns: {},
  isPrepared: true,
  text: ({ id, seconds }) => `
    UPDATE uploads SET locked_until = least(locked_until, statement_timestamp() + ${seconds} * interval '1 second')
    WHERE id = ${id} AND locked_until IS NOT NULL`,
});

const GIVE_BACK = statement('upload_locks.give_back', {
  parameters: { id: 'uuid', owner: 'uuid' },
  columns: {},
  isPrepared: true,
  text: ({ id, owner }) => `
    UPDATE uploads SET lock_owner = NULL, locked_until = NULL FROM ${WITHOUT_FLUSH}
    WHERE id = ${id} AND lock_owner = ${owner}`,
});
