import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement } from '../../platform/database/statement.js';

/** The hash before the first entry. */
export const CHAIN_BEGIN: Buffer = Buffer.alloc(32);

/**
 * An entry as the chain contains it, in SQL: a JSON array, which PostgreSQL writes in one way. It has ids in place of
 * people, as the entry does, so that the erasure of a person changes nothing in the chain.
 */
const CANONICAL_ENTRY = `jsonb_build_array(e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  e.actor_id, e.api_key_id, e.action, e.room_id, e.subject_id, e.details)::text`;

/** @param entry its canonical form */
export const chained = (before: Buffer, entry: string): Buffer =>
  createHash('sha256').update(before).update(entry, 'utf8').digest();

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

/** Raw SQL: PostgreSQL writes the canonical form of an entry, and a batch is written by one statement. */
@Injectable()
export class AuditSealsRepository {
  constructor(private readonly source: DataSource) {}

  async head(): Promise<ChainHead> {
    const row = await HEAD.row(this.source, {});
    return row ?? { seq: 0, hash: CHAIN_BEGIN };
  }

  /**
   * Seals the next entries. If several processes do so at a time, one of them succeeds.
   * @returns their number
   */
  async seal(most: number): Promise<number> {
    const entries = await UNSEALED.rows(this.source, { most });
    if (entries.length === 0) return 0;
    let { seq, hash } = await this.head();
    const seals = entries.map(({ id, entry }) => {
      hash = chained(hash, entry);
      seq += 1;
      return { seq, id, hash };
    });
    await SEAL.changes(this.source, {
      seqs: seals.map((seal) => seal.seq),
      ids: seals.map(({ id }) => id),
      hashes: seals.map((seal) => seal.hash),
    });
    return seals.length;
  }

  /** The seals after one, in their order. */
  after(seq: number, most: number): Promise<readonly SealedEntry[]> {
    return SEALED.rows(this.source, { after: seq, most });
  }

  /**
   * The entries without a seal after one id, up to another if one is given. It looks at a bounded number of entries.
   */
  async countUnsealed(after: number, upTo: number | undefined): Promise<number> {
    return (await COUNT_UNSEALED.one(this.source, { after, upTo: upTo ?? null })).count;
  }
}

const HEAD = statement('audit_seals.head', {
  parameters: {},
  columns: { seq: 'int8', hash: 'bytea' },
  text: () => `SELECT seq, hash FROM audit_seals ORDER BY seq DESC LIMIT 1`,
});

const UNSEALED = statement('audit_seals.unsealed', {
  parameters: { most: 'int8' },
  columns: { id: 'int8', entry: 'text' },
  text: ({ most }) => `
    SELECT e.id, ${CANONICAL_ENTRY} AS entry
    FROM (SELECT entry_id FROM audit_unsealed ORDER BY entry_id LIMIT ${most}) u
    JOIN audit_entries e ON e.id = u.entry_id
    ORDER BY e.id`,
});

const SEALED = statement('audit_seals.sealed', {
  parameters: { after: 'int8', most: 'int8' },
  columns: { seq: 'int8', entryId: 'int8', hash: 'bytea', entry: 'text | null' },
  text: ({ after, most }) => `
    SELECT s.seq, s.entry_id AS "entryId", s.hash, CASE WHEN e.id IS NOT NULL THEN ${CANONICAL_ENTRY} END AS entry
    FROM audit_seals s LEFT JOIN audit_entries e ON e.id = s.entry_id
    WHERE s.seq > ${after} ORDER BY s.seq LIMIT ${most}`,
});

/** A number that another process has given meanwhile is a conflict of keys, which refuses all of these seals. */
const SEAL = statement('audit_seals.seal', {
  parameters: { seqs: 'int8[]', ids: 'int8[]', hashes: 'bytea[]' },
  columns: {},
  text: ({ seqs, ids, hashes }) => `
    WITH sealed AS (
      INSERT INTO audit_seals (seq, entry_id, hash)
      SELECT * FROM unnest(${seqs}::bigint[], ${ids}::bigint[], ${hashes}::bytea[])
      RETURNING entry_id)
    DELETE FROM audit_unsealed u USING sealed s WHERE u.entry_id = s.entry_id`,
});

const MOST_COUNTED = 100_000;

const COUNT_UNSEALED = statement('audit_seals.count_unsealed', {
  parameters: { after: 'int8', upTo: 'int8 | null' },
  columns: { count: 'int4' },
  text: ({ after, upTo }) => `
    SELECT count(*)::int AS count FROM (
      SELECT id FROM audit_entries WHERE id > ${after} AND (${upTo}::bigint IS NULL OR id <= ${upTo})
      ORDER BY id LIMIT ${String(MOST_COUNTED)}) e
    WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id)`,
});
