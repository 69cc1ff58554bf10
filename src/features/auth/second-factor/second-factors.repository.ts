import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import type { EntityManager } from 'typeorm';

import { RecoveryCode, SecondFactor } from './second-factor.entity.js';
import { statement } from '../../../platform/database/statement.js';

export interface StoredFactor {
  readonly sealedSecret: string;
  readonly isConfirmed: boolean;
  /** The time of the read by the clock of the database, in seconds since 1970. */
  readonly now: number;
}

/** The state of a user that decides whether a log-in needs a second factor. */
export interface FactorState {
  readonly isEnrolled: boolean;
  readonly hasRole: boolean;
}

/** Raw SQL where the clock of the database or a comparison in the same statement is needed. */
@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly source: DataSource) {}

  async stateOf(userId: number): Promise<FactorState> {
    const row = await STATE.row(this.source, { user: userId });
    return { isEnrolled: row?.enrolled === true, hasRole: row?.has_role === true };
  }

  async find(userId: number): Promise<StoredFactor | undefined> {
    const row = await FIND.row(this.source, { user: userId });
    return row && { sealedSecret: row.sealed_secret, isConfirmed: row.confirmed, now: row.now };
  }

  /** Replaces an earlier one that was never confirmed. @returns false if the user has a confirmed one */
  async begin(userId: number, sealedSecret: string): Promise<boolean> {
    const begun = await BEGIN.rows(this.source, { user: userId, sealedSecret });
    return begun.length > 0;
  }

  /** @returns false if it was confirmed or replaced meanwhile */
  async confirm(manager: EntityManager, userId: number, sealedSecret: string, step: number): Promise<boolean> {
    const { affected } = await manager.update(
      SecondFactor,
      { userId, sealedSecret, confirmedAt: IsNull() },
      { confirmedAt: () => 'now()', lastStep: step },
    );
    return affected === 1;
  }

  async replaceCodes(manager: EntityManager, userId: number, hashes: readonly string[]): Promise<void> {
    await manager.delete(RecoveryCode, { userId });
    await manager.insert(
      RecoveryCode,
      hashes.map((codeHash) => ({ userId, codeHash })),
    );
  }

  /**
   * Uses the code of a step. Of two uses at once, on any nodes, the second waits for the first and is refused.
   * @param from the sealed secret that the code was checked with
   * @param to the secret as it is stored from now on
   * @returns false if a code of this step or a later one was used before
   */
  async useStep(manager: EntityManager, userId: number, step: number, from: string, to: string): Promise<boolean> {
    return (await USE_STEP.changes(manager, { user: userId, step, from, to })) > 0;
  }

  /** Uses a recovery code. @returns false if the user has no such code, or it was used before */
  async useRecoveryCode(manager: EntityManager, userId: number, codeHash: string): Promise<boolean> {
    const { affected } = await manager.delete(RecoveryCode, { userId, codeHash });
    return affected === 1;
  }

  /** @returns false if there is none */
  async remove(manager: EntityManager, userId: number): Promise<boolean> {
    await manager.delete(RecoveryCode, { userId });
    const { affected } = await manager.delete(SecondFactor, { userId });
    return affected === 1;
  }

  async isEnrolled(userId: number): Promise<boolean> {
    return this.source.manager.existsBy(SecondFactor, { userId, confirmedAt: Not(IsNull()) });
  }

  async recoveryCodesLeft(userId: number): Promise<number> {
    return this.source.manager.countBy(RecoveryCode, { userId });
  }
}

const STATE = statement('second_factors.state', {
  parameters: { user: 'int4' },
  columns: { has_role: 'bool', enrolled: 'bool' },
  text: ({ user }) => `
    SELECT role <> 'user' AS has_role,
      EXISTS (SELECT FROM second_factors WHERE user_id = ${user} AND confirmed_at IS NOT NULL) AS enrolled
    FROM users WHERE id = ${user}`,
});

const FIND = statement('second_factors.find', {
  parameters: { user: 'int4' },
  columns: { sealed_secret: 'text', confirmed: 'bool', now: 'float8' },
  text: ({ user }) => `
    SELECT sealed_secret, confirmed_at IS NOT NULL AS confirmed,
      extract(epoch FROM clock_timestamp())::float8 AS now
    FROM second_factors WHERE user_id = ${user}`,
});

const BEGIN = statement('second_factors.begin', {
  parameters: { user: 'int4', sealedSecret: 'text' },
  columns: { user_id: 'int4' },
  text: ({ user, sealedSecret }) => `
    INSERT INTO second_factors (user_id, sealed_secret) VALUES (${user}, ${sealedSecret})
    ON CONFLICT (user_id) DO UPDATE SET sealed_secret = ${sealedSecret}, last_step = 0, created_at = now()
      WHERE second_factors.confirmed_at IS NULL
    RETURNING user_id`,
});

const USE_STEP = statement('second_factors.use_step', {
  parameters: { user: 'int4', step: 'int4', from: 'text', to: 'text' },
  columns: {},
  text: ({ user, step, from, to }) => `
    UPDATE second_factors SET last_step = ${step}, sealed_secret = ${to}
    WHERE user_id = ${user} AND last_step < ${step} AND sealed_secret = ${from} AND confirmed_at IS NOT NULL`,
});
