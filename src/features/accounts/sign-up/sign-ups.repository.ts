import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { lockFor } from '../../../platform/database/purpose-lock.js';
import { statement } from '../../../platform/database/statement.js';

/** The numbers of accounts that were made. */
export interface SignUpCounts {
  /** From the address, within the last hour. */
  readonly ofAddress: number;
  /** In the deployment, within the last day. */
  readonly ofDeployment: number;
}

/** The accounts that were made within a day. Raw SQL: what is counted is written in the same statement. */
@Injectable()
export class SignUpsRepository {
  constructor(private readonly source: DataSource) {}

  counts(address: string, manager: EntityManager = this.source.manager): Promise<SignUpCounts> {
    return COUNTS.one(manager, { address });
  }

  /** Has other sign-ups wait until the transaction ends, so that its counts hold. */
  async lock(manager: EntityManager): Promise<void> {
    await lockFor(manager, 'signUps');
  }

  /** Counts another one, and forgets those of more than a day ago. */
  async add(manager: EntityManager, address: string): Promise<void> {
    await FORGET.changes(manager, {});
    await ADD.rows(manager, { address });
  }
}

const COUNTS = statement('sign_ups.counts', {
  parameters: { address: 'text' },
  columns: { ofAddress: 'int4 not null', ofDeployment: 'int4 not null' },
  text: ({ address }) => `
    SELECT
      (SELECT count(*)::int FROM sign_ups WHERE address = ${address} AND made_at > now() - interval '1 hour')
        AS "ofAddress",
      (SELECT count(*)::int FROM sign_ups WHERE made_at > now() - interval '1 day') AS "ofDeployment"`,
});

const FORGET = statement('sign_ups.forget', {
  parameters: {},
  columns: {},
  text: () => `DELETE FROM sign_ups WHERE made_at < now() - interval '1 day'`,
});

const ADD = statement('sign_ups.add', {
  parameters: { address: 'text' },
  columns: {},
  text: ({ address }) => `INSERT INTO sign_ups (id, address) VALUES (gen_random_uuid(), ${address})`,
});
