import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { CANONICAL_ENTRY, CHAIN_BEGIN, chained } from './audit-chain.js';

/** In the database, whether entries wait for their seals. */
export const IS_UNSEALED = 'EXISTS (SELECT FROM audit_unsealed)';

/** The end of the chain. */
export interface ChainHead {
  /** The number of sealed entries. */
  readonly seq: number;
  readonly hash: Buffer;
}

/** A seal, and its entry in canonical form; null: it is missing. */
export interface SealedEntry {
  readonly seq: number;
  readonly entryId: number;
  readonly hash: Buffer;
  readonly entry: string | null;
}

const UNSEALED = `
  SELECT e.id, ${CANONICAL_ENTRY} AS entry
  FROM (SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT $1) u JOIN audit_entries e ON e.id = u.entry_id
  ORDER BY e.id`;

const SEALED = `
  SELECT s.seq, s.entry_id AS "entryId", s.hash, CASE WHEN e.id IS NOT NULL THEN ${CANONICAL_ENTRY} END AS entry
  FROM audit_seals s LEFT JOIN audit_entries e ON e.id = s.entry_id
  WHERE s.seq > $1 ORDER BY s.seq LIMIT $2`;

/** A number that another process has given meanwhile is a conflict of keys, which refuses all of these seals. */
const SEAL = `
  WITH sealed AS (
    INSERT INTO audit_seals (seq, entry_id, hash) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])
    RETURNING entry_id)
  DELETE FROM audit_unsealed u USING sealed s WHERE u.entry_id = s.entry_id`;

const MOST_COUNTED = 100_000;

const COUNT_UNSEALED = `
  SELECT count(*)::int AS count FROM (
    SELECT id FROM audit_entries WHERE id > $1 AND ($2::bigint IS NULL OR id <= $2)
    ORDER BY id LIMIT ${String(MOST_COUNTED)}) e
  WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id)`;

/** Raw SQL: PostgreSQL writes the canonical form of an entry, and a batch is written by one statement. */
@Injectable()
export class AuditSealsRepository {
  constructor(private readonly source: DataSource) {}

  async head(): Promise<ChainHead> {
    const [row] = await this.source.query<ChainHead[]>('SELECT seq, hash FROM audit_seals ORDER BY seq DESC LIMIT 1');
    return row ?? { seq: 0, hash: CHAIN_BEGIN };
  }

  /**
   * Seals the next entries. If several processes do so at a time, one of them succeeds.
   * @returns their number
   */
  async seal(most: number): Promise<number> {
    const entries = await this.source.query<{ id: number; entry: string }[]>(UNSEALED, [most]);
    if (entries.length === 0) return 0;
    let { seq, hash } = await this.head();
    const seals = entries.map(({ id, entry }) => {
      hash = chained(hash, entry);
      seq += 1;
      return { seq, id, hash };
    });
    await this.source.query(SEAL, [
      seals.map((seal) => seal.seq),
      seals.map(({ id }) => id),
      seals.map((seal) => seal.hash),
    ]);
    return seals.length;
  }

  /** The seals after one, in their order. */
  after(seq: number, most: number): Promise<SealedEntry[]> {
    return this.source.query<SealedEntry[]>(SEALED, [seq, most]);
  }

  /**
   * The entries without a seal after one id, up to another if one is given. It looks at a bounded number of entries.
   */
  async countUnsealed(after: number, upTo: number | undefined): Promise<number> {
    const [row] = await this.source.query<[{ count: number }]>(COUNT_UNSEALED, [after, upTo ?? null]);
    return row.count;
  }
}
