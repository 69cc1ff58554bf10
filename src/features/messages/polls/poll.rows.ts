import { MAX_LISTED_VOTERS } from '@parley/protocol';
import type { User } from '@parley/protocol';

import { grouped } from '../../../platform/collections/group-by.js';
import { partsOf } from '../../../platform/collections/parts.js';
import { ROOMS_A_STATEMENT } from '../../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { jsonFromStoredText } from '../../../platform/database/stored-text.js';
import { MOST_OPTIONS } from './poll-request.js';
import type { StoredPoll } from './poll.view.js';

/** A poll without the users to whom it refers. */
export interface PollData {
  readonly message_id: string;
  /** JSON. */
  readonly options: string;
  readonly is_multiple: boolean;
  readonly is_anonymous: boolean;
  readonly is_closed: boolean;
  readonly closes_at: Date | null;
  readonly counts: readonly (readonly [option: number, votes: number])[];
  /** The ids of voters by the position of their option; null in an anonymous poll. */
  readonly voters: readonly (readonly number[])[] | null;
  readonly own: readonly number[];
}

const OF_POLL = `v.room_id = p.room_id${onWorkers('v.room_id = ANY ($1)')} AND v.message_id = p.message_id`;

/** The first voters of an option: one short way along an index, however many there are. */
const votersOf = (option: number): string => `ARRAY(
  SELECT v.user_id FROM poll_votes v WHERE ${OF_POLL} AND v.option = ${String(option)}
  ORDER BY v.voted_at, v.user_id LIMIT ${String(MAX_LISTED_VOTERS)})`;

const OPTIONS = Array.from({ length: MOST_OPTIONS }, (_, option) => option);

/** Whether a poll `p` accepts no more votes, by the clock of the database: the end may come before it is recorded. */
export const IS_CLOSED = '(p.closed_at IS NOT NULL OR coalesce(p.closes_at <= statement_timestamp(), false))';

const SHOW = prepared(`
  SELECT p.message_id, p.options, p.is_multiple, p.is_anonymous, p.closes_at, ${IS_CLOSED} AS is_closed,
    array_to_json(ARRAY(
      SELECT json_build_array(v.option, count(*)) FROM poll_votes v WHERE ${OF_POLL} GROUP BY v.option)) AS counts,
    CASE WHEN NOT p.is_anonymous THEN json_build_array(${OPTIONS.map(votersOf).join()}) END AS voters,
    array_to_json(ARRAY(
      SELECT v.option FROM poll_votes v WHERE ${OF_POLL} AND v.user_id = $3 ORDER BY v.option)) AS own
  FROM polls p WHERE p.room_id = ANY ($1) AND p.message_id = ANY ($2)`);

/** The id of no user. Citus cannot plan a comparison with null. */
const NOBODY = 0;

/** A message that may have a poll. */
interface MayHavePoll {
  readonly id: string;
  readonly room_id: string;
  readonly has_poll: boolean | null;
}

/**
 * The polls of messages, in one statement for all of them, and none if no message has one.
 * @param userId whose votes are the own ones; undefined: nobody's
 */
export async function pollsOf(
  source: QuerySource,
  messages: readonly MayHavePoll[],
  userId: number | undefined,
): Promise<PollData[]> {
  const having = messages.filter(({ has_poll }) => has_poll === true);
  if (having.length === 0) return [];
  const byRoom = grouped(having, ({ room_id }) => room_id);
  const polls: PollData[] = [];
  for (const roomIds of partsOf([...byRoom.keys()], ROOMS_A_STATEMENT)) {
    const ids = roomIds.flatMap((roomId) => byRoom.get(roomId)?.map(({ id }) => id) ?? []);
    polls.push(...(await source.query<PollData[]>(SHOW, [roomIds, ids, userId ?? NOBODY])));
  }
  return polls;
}

/** The ids of the users whom polls list. */
export const votersIn = (polls: readonly PollData[]): number[] => polls.flatMap(({ voters }) => (voters ?? []).flat());

/** @param userId for whom it was read */
export function storedPoll(data: PollData, users: ReadonlyMap<number, User>, userId: number | undefined): StoredPoll {
  const votes = new Map(data.counts);
  const texts = jsonFromStoredText(data.options) as readonly string[];
  return {
    options: texts.map((text, at) => ({
      text,
      votes: votes.get(at) ?? 0,
      voters: data.voters?.[at]?.flatMap((id) => users.get(id) ?? []) ?? [],
    })),
    isMultiple: data.is_multiple,
    isAnonymous: data.is_anonymous,
    isClosed: data.is_closed,
    closesAt: data.closes_at,
    own: userId === undefined ? undefined : { userId, options: data.own },
  };
}
