import type { EntityManager } from 'typeorm';

import { isCancelled } from '../../platform/database/failures.js';
import { FILE_NAME } from '../../platform/database/searched-text/searched-text-sql.js';
import type { Types, ValuesOf } from '../../platform/database/statement.js';
import { conditionsOf, StatementValues } from './search-filters.js';
import type { Search } from './search-statement.js';
import type { WalkedRoom } from './searched-rooms.js';

/** The matches among the newest messages of a room. */
export interface Walked {
  /** The newest first. */
  readonly found: readonly FoundInRoom[];
  /** The number of the last message that was looked at, unless it is the last of the room. */
  readonly next: number | undefined;
}

interface FoundInRoom {
  readonly id: string;
  readonly seq: number;
}

/** The messages of a step: at first so few that it ends in time, however long they are. */
const FIRST_STEP = 200;
const LONGEST_STEP = 16_000;
/** A step that takes less is followed by one of twice as many messages. */
const SHORT_STEP_MS = 50;

/** If more matches than these are to be expected, reading all of them takes longer than some steps. */
const MOST_BY_INDEX = 10_000;

/**
 * Finds the messages of a room that match a search, the newest first, by looking at one after the other. That is the
 * way to find what many messages of a large room match: the index of words has no order, and reads all matches to find
 * the newest.
 */
export class RoomWalk {
  private constructor(
    private readonly manager: EntityManager,
    private readonly room: WalkedRoom,
    private readonly search: Search,
    private readonly endsAt: number,
  ) {}

  /** The walk of a search in one room of the user, which ends after some time. */
  static of(manager: EntityManager, room: WalkedRoom, search: Search, seconds: number): RoomWalk {
    return new RoomWalk(manager, room, search, performance.now() + seconds * 1_000);
  }

  /** Whether so many of the newest messages match that a walk finds a page of them in less time than the index. */
  async isShorter(): Promise<boolean> {
    const { last_seq: lastSeq, history_seq: historySeq } = this.room;
    if (lastSeq - historySeq <= MOST_BY_INDEX) return false;
    const { walked, ids } = await this.step(lastSeq + 1, FIRST_STEP);
    return walked > 0 && ((ids?.length ?? 0) / walked) * (lastSeq - historySeq) > MOST_BY_INDEX;
  }

  /**
   * Finds a page below a number. It ends earlier after the time of the search.
   * @throws the timeout of the first step, if not even that ends in time
   */
  async page(below = this.room.last_seq + 1): Promise<Walked> {
    const { limit } = this.search;
    const found: FoundInRoom[] = [];
    let next = below;
    for (let most = FIRST_STEP; found.length <= limit;) {
      const began = performance.now();
      if (began > this.endsAt) return { found, next };
      const row = await this.stepInTime(next, most, next < below);
      if (!row) return { found, next };
      found.push(...foundBy(row));
      if (row.walked < most) return pageOf(found, limit, undefined);
      next = row.lowest ?? 0;
      most = performance.now() - began < SHORT_STEP_MS ? Math.min(2 * most, LONGEST_STEP) : Math.ceil(most / 2);
    }
    return pageOf(found, limit, next);
  }

  /** @returns undefined if it takes too long, and others have ended before */
  private async stepInTime(below: number, most: number, isFurther: boolean): Promise<StepRow | undefined> {
    try {
      return await this.step(below, most);
    } catch (error) {
      if (isFurther && isCancelled(error)) return undefined;
      throw error;
    }
  }

  private async step(below: number, most: number): Promise<StepRow> {
    const { room_id, history_seq } = this.room;
    const { words, filters } = this.search;
    const values = new StatementValues([room_id, below, history_seq, most]);
    const conditions = ['NOT m.is_deleted', ...conditionsOf(filters, values)];
    const parts = words.map(({ part }) => values.add(`%${part}%`));
    const [row] = await this.manager.query<StepRow[]>(stepStatement(conditions, parts), values.all);
    return row ?? NOTHING;
  }
}

/** The columns of {@link stepStatement}. */
export const STEP = {
  walked: 'int4',
  /** The lowest of their numbers. */
  lowest: 'int8 | null',
  ids: 'uuid[] | null',
  seqs: 'int8[] | null',
} as const satisfies Types;
type StepRow = ValuesOf<typeof STEP>;

const NOTHING: StepRow = { walked: 0, lowest: null, ids: null, seqs: null };

/**
 * Whether the text of a message `m`, or the name of one of its files, has all parts. The planner does not join the
 * files.
 */
function matches(parts: readonly string[]): string {
  const hasAll = (text: string): string => parts.map((part) => `${text} LIKE ${part}`).join(' AND ');
  return `(${hasAll('searched.text')} OR (
    SELECT true FROM attachments a WHERE a.room_id = m.room_id AND a.message_id = m.id AND a.file IS NOT NULL
      AND ${hasAll(`searched_text(${FILE_NAME})`)} LIMIT 1) IS TRUE)`;
}

/**
 * The searched form of a text is what costs: it is made once, and only of messages for which the other conditions hold.
 * @param conditions on a message `m`
 * @param parts the parameters of the parts of the words
 */
export const stepStatement = (conditions: readonly string[], parts: readonly string[]): string => `
  SELECT count(*)::int AS walked, min(looked.seq) AS lowest,
    array_agg(looked.id ORDER BY looked.seq DESC) FILTER (WHERE looked.is_match) AS ids,
    array_agg(looked.seq ORDER BY looked.seq DESC) FILTER (WHERE looked.is_match) AS seqs
  FROM (
    SELECT m.id, m.seq, ${['searched.text IS NOT NULL', ...(parts.length > 0 ? [matches(parts)] : [])].join(' AND ')} AS is_match
    FROM (
      SELECT * FROM messages WHERE room_id = $1 AND seq < $2 AND seq > $3 ORDER BY seq DESC LIMIT $4) m
    CROSS JOIN LATERAL (
      SELECT CASE WHEN ${conditions.join(' AND ')} THEN ${parts.length > 0 ? 'searched_text(m.content)' : "''"} END AS text
      OFFSET 0) searched) looked`;

const foundBy = ({ ids, seqs }: StepRow): FoundInRoom[] =>
  (ids ?? []).map((id, at) => ({ id, seq: Number(seqs?.[at]) }));

/** @param next the number below which nothing was looked at; undefined: everything was */
function pageOf(found: readonly FoundInRoom[], limit: number, next: number | undefined): Walked {
  if (found.length <= limit) return { found, next };
  const shown = found.slice(0, limit);
  return { found: shown, next: shown.at(-1)?.seq };
}
