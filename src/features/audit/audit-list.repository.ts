import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import type { ListPart, PartOf } from '../../platform/collections/list-part.js';
import { json, statement } from '../../platform/database/statement.js';
import type { PlacesOf, RowOf, Types, ValuesOf } from '../../platform/database/statement.js';
import type { AuditedKey, AuditedUser, AuditEntry, AuditFilter, AuditOrigin } from './audited-act.js';

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
    const { ids, last_seen } = await SELECTED[by].one(this.source, {
      from,
      end: Math.min(after ?? end, end),
      mostSeen,
      ...valuesOf(filter),
      limit: limit + 1,
    });
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
    return (await FIRST_ID.one(this.source, { time: new Date(time) })).id;
  }

  private async entries(ids: readonly number[]): Promise<AuditEntry[]> {
    return ids.length === 0 ? [] : (await ENTRIES.rows(this.source, { ids })).map(toEntry);
  }
}

const valuesOf = ({ userId, roomId, keyId, action, since, until }: AuditFilter): ValuesOf<typeof SELECTION> => ({
  user: userId ?? null,
  room: roomId ?? null,
  key: keyId ?? null,
  action: action ?? null,
  since: since ?? null,
  until: until ?? null,
});

function indexOf({ userId, roomId, keyId }: AuditFilter): keyof typeof SELECTED {
  if (keyId !== undefined) return 'key';
  if (userId !== undefined) return 'user';
  return roomId === undefined ? 'all' : 'room';
}

/** Whether every entry that the index finds is selected. */
const isFoundByIndex = ({ userId, roomId, keyId, action, since, until }: AuditFilter): boolean =>
  [userId, roomId, keyId].filter((each) => each !== undefined).length <= 1 && !action && !since && !until;

const toEntry = (row: RowOf<typeof ENTRIES>): AuditEntry => ({
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

/** The first id from which on all entries are of a time or later: halves the range of ids again and again. */
const FIRST_ID = statement('audit.first_id', {
  parameters: { time: 'timestamptz' },
  columns: { id: 'int8' },
  text: ({ time }) => `
    WITH RECURSIVE search (low, high) AS (
      SELECT coalesce(min(id), 1) - 1, coalesce(max(id), 0) + 1 FROM audit_entries
      UNION ALL
      SELECT CASE WHEN probe.at < ${time} THEN probe.id ELSE low END,
        CASE WHEN probe.at < ${time} THEN high ELSE middle END
      FROM (SELECT low, high, (low + high) / 2 AS middle FROM search WHERE high - low > 1) s
      LEFT JOIN LATERAL (
        SELECT e.id, e.at FROM audit_entries e WHERE e.id >= middle AND e.id < high ORDER BY e.id LIMIT 1) probe
          ON true)
    SELECT high AS id FROM search ORDER BY high - low LIMIT 1`,
});

const SEEN = { from: 'int8', end: 'int8', mostSeen: 'int8' } as const satisfies Types;
const SELECTION = {
  user: 'int4 | null',
  room: 'uuid | null',
  key: 'uuid | null',
  action: 'text | null',
  since: 'timestamptz | null',
  until: 'timestamptz | null',
} as const satisfies Types;
type Places = PlacesOf<typeof SEEN & typeof SELECTION>;

/** The newest entries of a range of ids, of which an index finds those with one property. */
const newest = (property: string, { from, end, mostSeen }: Places): string => `
  (SELECT id, at, actor_id, subject_id, room_id, api_key_id, action FROM audit_entries
   WHERE ${property} AND id >= ${from} AND id < ${end} ORDER BY id DESC LIMIT ${mostSeen})`;

/** A time is shown in milliseconds and stored in microseconds, so the last millisecond is included. */
const selecting = (name: string, seen: (places: Places) => string) =>
  statement(name, {
    parameters: { ...SEEN, ...SELECTION, limit: 'int8' },
    columns: { last_seen: 'int8 | null', ids: 'int8[]' },
    text: ({ limit, ...places }) => {
      const { mostSeen, user, room, key, action, since, until } = places;
      return `
        WITH seen AS MATERIALIZED (${seen(places)})
        SELECT (SELECT min(id) FROM seen HAVING count(*) = ${mostSeen}) AS last_seen, ARRAY(
          SELECT id FROM seen
          WHERE (${user}::int IS NULL OR actor_id = ${user} OR subject_id = ${user})
            AND (${room}::uuid IS NULL OR room_id = ${room}) AND (${key}::uuid IS NULL OR api_key_id = ${key})
            AND (${action}::text IS NULL
              OR CASE WHEN ${action} LIKE '%.' THEN starts_with(action, ${action}) ELSE action = ${action} END)
            AND (${since}::timestamptz IS NULL OR at >= ${since})
            AND (${until}::timestamptz IS NULL OR at < ${until} + interval '1 millisecond')
          ORDER BY id DESC LIMIT ${limit}) AS ids`;
    },
  });

/** By the property with an index. */
const SELECTED = {
  user: selecting('audit.of_user', (places) => {
    const of = (column: string) => newest(`${column} = ${places.user}`, places);
    return `
      SELECT * FROM (${of('actor_id')} UNION ${of('subject_id')}) e ORDER BY id DESC LIMIT ${places.mostSeen}`;
  }),
  room: selecting('audit.of_room', (places) => newest(`room_id = ${places.room}`, places)),
  key: selecting('audit.of_key', (places) => newest(`api_key_id = ${places.key}`, places)),
  all: selecting('audit.of_all', (places) => newest('true', places)),
};

const user = (alias: 'actor' | 'subject'): string =>
  `CASE WHEN ${alias}.id IS NOT NULL
     THEN json_build_object('id', ${alias}.id, 'username', ${alias}.username) END AS ${alias}`;

const ENTRIES = statement('audit.entries', {
  parameters: { ids: 'int8[]' },
  columns: {
    id: 'int8',
    at: 'timestamptz',
    actor: json<AuditedUser | null>(),
    key: json<AuditedKey | null>(),
    origin: json<AuditOrigin | null>(),
    action: 'text',
    room_id: 'uuid | null',
    subject: json<AuditedUser | null>(),
    details: json<object>(),
  },
  text: ({ ids }) => `
    SELECT e.id, e.at, ${user('actor')},
      CASE WHEN e.api_key_id IS NOT NULL THEN json_build_object('id', e.api_key_id, 'name', k.name) END AS key,
      CASE WHEN o.entry_id IS NOT NULL
        THEN json_build_object('address', o.address, 'session_id', o.session_id) END AS origin,
      e.action, e.room_id, ${user('subject')}, e.details
    FROM audit_entries e
    LEFT JOIN users actor ON actor.id = e.actor_id LEFT JOIN users subject ON subject.id = e.subject_id
    LEFT JOIN api_keys k ON k.id = e.api_key_id LEFT JOIN audit_origins o ON o.entry_id = e.id
    WHERE e.id = ANY (${ids}) ORDER BY e.id DESC`,
});
