import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

export interface SealedFactor {
  readonly user_id: number;
  readonly username: string;
  readonly sealed_secret: string;
}

const PAGE = 500;

/** The second factors of all users as they are encrypted. Raw SQL: pages are by the id of the user. */
@Injectable()
export class SealedFactorsRepository {
  constructor(private readonly source: DataSource) {}

  async *all(): AsyncGenerator<SealedFactor> {
    let after = 0;
    let page: SealedFactor[];
    do {
      page = await this.source.query<SealedFactor[]>(
        `SELECT f.user_id, u.username, f.sealed_secret FROM second_factors f JOIN users u ON u.id = f.user_id
         WHERE f.user_id > $1 ORDER BY f.user_id LIMIT ${String(PAGE)}`,
        [after],
      );
      yield* page;
      after = page.at(-1)?.user_id ?? after;
    } while (page.length === PAGE);
  }

  /** @returns false if it is another one by now */
  async replace(manager: EntityManager, userId: number, from: string, to: string): Promise<boolean> {
    const [replaced] = await manager.query<[unknown[], number]>(
      'UPDATE second_factors SET sealed_secret = $3 WHERE user_id = $1 AND sealed_secret = $2 RETURNING user_id',
      [userId, from, to],
    );
    return replaced.length > 0;
  }
}
