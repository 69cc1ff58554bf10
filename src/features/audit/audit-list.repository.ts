import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import type { AuditedKey, AuditedUser, AuditEntry, AuditFilter, AuditOrigin } from './audited-act.js';

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly actor: AuditedUser | null;
  readonly key: AuditedKey | null;
  readonly origin: AuditOrigin | null;
  readonly action: string;
  readonly room_id: string | null;
  readonly subject: AuditedUser | null;
  readonly details: object;
}

/** The ids that entries of some time have: from the first, below the end. */
interface IdRange {
  readonly from: number;
  readonly end: number;
}

/** The entries that a part looks at, at most: where few are selected, it has fewer than requested. */
const MOST_SEEN = 10_000;

/** Longer than a transaction. An entry has the time at which its transaction began, so ids are nearly in its order. */
const LONGEST_TRANSACTION_MS = 60 * 60 * 1_000;

const LOWEST_ID = 1;
const ABOVE_ALL_IDS = Number.MAX_SAFE_INTEGER;

/** The first id from which on all entries are of a time or later: halves the range of ids again and again. */
const FIRST_ID = `
  WITH RECURSIVE search (low, high) AS (
    SELECT coalesce(min(id), 1) - 1, coalesce(max(id), 0) + 1 FROM audit_entries
    UNION ALL
    SELECT CASE WHEN probe.at < $1 THEN probe.id ELSE low END, CASE WHEN probe.at < $1 THEN high ELSE middle END
    FROM (SELECT low, high, (low + high) / 2 AS middle FROM search WHERE high - low > 1) s
    LEFT JOIN LATERAL (
      SELECT e.id, e.at FROM audit_entries e WHERE e.id >= middle AND e.id < high ORDER BY e.id LIMIT 1) probe ON true)
  SELECT high AS id FROM search ORDER BY high - low LIMIT 1`;

/** The newest entries of a range of ids, of which an index finds those with one property. */
const newest = (property: string): string => `
  (SELECT id, at, actor_id, subject_id, room_id, api_key_id, action FROM audit_entries
   WHERE ${property} AND id >= $1 AND id < $2 ORDER BY id DESC LIMIT $3)`;

/** By the property with an index. */
const SEEN = {
  user: `SELECT * FROM (${newest('actor_id = $4')} UNION ${newest('subject_id = $4')}) e ORDER BY id DESC LIMIT $3`,
  room: newest('room_id = $5'),
  key: newest('api_key_id = $6'),
  all: newest('true'),
} as const;

/** A time is shown in milliseconds and stored in microseconds, so the last millisecond is included. */
const selecting = (seen: string): string => `
  WITH seen AS MATERIALIZED (${seen})
  SELECT (SELECT min(id) FROM seen HAVING count(*) = $3) AS last_seen, ARRAY(
    SELECT id FROM seen
    WHERE ($4::int IS NULL OR actor_id = $4 OR subject_id = $4) AND ($5::uuid IS NULL OR room_id = $5)
      AND ($6::uuid IS NULL OR api_key_id = $6)
      AND ($7::text IS NULL OR CASE WHEN $7 LIKE '%.' THEN starts_with(action, $7) ELSE action = $7 END)
      AND ($8::timestamptz IS NULL OR at >= $8) AND ($9::timestamptz IS NULL OR at < $9 + interval '1 millisecond')
    ORDER BY id DESC LIMIT $10) AS ids`;

const SELECTED = {
  user: selecting(SEEN.user),
  room: selecting(SEEN.room),
  key: selecting(SEEN.key),
  all: selecting(SEEN.all),
} as const;

const user = (alias: 'actor' | 'subject'): string =>
  `CASE WHEN ${alias}.id IS NOT NULL
     THEN json_build_object('id', ${alias}.id, 'username', ${alias}.username) END AS ${alias}`;

const ENTRIES = `
  SELECT e.id, e.at, ${user('actor')},
    CASE WHEN e.api_key_id IS NOT NULL THEN json_build_object('id', e.api_key_id, 'name', k.name) END AS key,
    CASE WHEN o.entry_id IS NOT NULL
      THEN json_build_object('address', o.address, 'session_id', o.session_id) END AS origin,
    e.action, e.room_id, ${user('subject')}, e.details
  FROM audit_entries e
  LEFT JOIN users actor ON actor.id = e.actor_id LEFT JOIN users subject ON subject.id = e.subject_id
  LEFT JOIN api_keys k ON k.id = e.api_key_id LEFT JOIN audit_origins o ON o.entry_id = e.id
  WHERE e.id = ANY ($1) ORDER BY e.id DESC`;

/**
 * Lists the audit log, which has no end. Raw SQL: a part reads one index, the work of it has a bound, and users are
 * joined without a relation.
 */
@Injectable()
export class AuditListRepository {
  constructor(private readonly source: DataSource) {}

  /**
   * The newest first; a place is an id. A deleted user has the name of the placeholder. The part can have fewer entries
   * than requested, and others follow nevertheless.
   */
  async part(filter: AuditFilter, { after, limit }: PartOf<number>): Promise<ListPart<AuditEntry, number>> {
    const { from, end } = await this.idsOf(filter);
    const by = indexOf(filter);
    const mostSeen = isFoundByIndex(filter) ? limit + 1 : MOST_SEEN;
    const [{ ids, last_seen }] = await this.source.query<[{ ids: number[]; last_seen: number | null }]>(SELECTED[by], [
      from,
      Math.min(after ?? end, end),
      mostSeen,
      ...valuesOf(filter),
      limit + 1,
    ]);
    const part = ids.slice(0, limit);
    const next = ids.length > limit ? part.at(-1) : (last_seen ?? undefined);
    return { items: await this.entries(part), after: next };
  }

  private async idsOf({ since, until }: AuditFilter): Promise<IdRange> {
    return {
      from: since ? await this.firstId(since.getTime() - LONGEST_TRANSACTION_MS) : LOWEST_ID,
      end: until ? await this.firstId(until.getTime() + LONGEST_TRANSACTION_MS) : ABOVE_ALL_IDS,
    };
  }

  private async firstId(time: number): Promise<number> {
    const [row] = await this.source.query<[{ id: number }]>(FIRST_ID, [new Date(time)]);
    return row.id;
  }

  private async entries(ids: readonly number[]): Promise<AuditEntry[]> {
    return ids.length === 0 ? [] : (await this.source.query<Row[]>(ENTRIES, [ids])).map(toEntry);
  }
}

const valuesOf = ({ userId, roomId, keyId, action, since, until }: AuditFilter): unknown[] =>
  [userId, roomId, keyId, action, since, until].map((value) => value ?? null);

function indexOf({ userId, roomId, keyId }: AuditFilter): keyof typeof SELECTED {
  if (keyId !== undefined) return 'key';
  if (userId !== undefined) return 'user';
  return roomId === undefined ? 'all' : 'room';
}

/** Whether every entry that the index finds is selected. */
const isFoundByIndex = ({ userId, roomId, keyId, action, since, until }: AuditFilter): boolean =>
  [userId, roomId, keyId].filter((each) => each !== undefined).length <= 1 && !action && !since && !until;

const toEntry = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: row.actor,
  key: row.key,
  origin: row.origin,
  action: row.action,
  room_id: row.room_id,
  subject: row.subject,
  details: row.details,
});
