import { createHash } from 'node:crypto';

/** The hash before the first entry. */
export const CHAIN_BEGIN: Buffer = Buffer.alloc(32);

/**
 * An entry as the chain contains it, in SQL: a JSON array, which PostgreSQL writes in one way. It has ids in place of
 * people, as the entry does, so that the erasure of a person changes nothing in the chain.
 */
export const CANONICAL_ENTRY = `jsonb_build_array(e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  e.actor_id, e.api_key_id, e.action, e.room_id, e.subject_id, e.details)::text`;

/** @param entry its canonical form */
export const chained = (before: Buffer, entry: string): Buffer =>
  createHash('sha256').update(before).update(entry, 'utf8').digest();
