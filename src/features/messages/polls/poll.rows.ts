import { MAX_LISTED_VOTERS } from '@parley/protocol';
import type { User } from '@parley/protocol';

import { grouped, partsOf } from '../../../platform/collections/groups.js';
import { ROOMS_A_STATEMENT } from '../../../platform/database/distribution/rooms-a-statement.js';
import { onWorkers } from '../../../platform/database/distribution/worker-conditions.js';
import type { QuerySource } from '../../../platform/database/query.js';
import { json, statement } from '../../../platform/database/statement.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { jsonFromStoredText } from '../../../platform/database/stored-text.js';
import { MOST_OPTIONS } from './poll-request.js';
import type { StoredPoll } from './poll.view.js';

/** @param among the rooms of the statement, as the right side of an equation */
const ofPoll = (among: string): string =>
  `v.room_id = p.room_id${onWorkers(`v.room_id = ${among}`)} AND v.message_id = p.message_id`;

/** The first voters of an option: one short way along an index, however many there are. */
const votersOf = (option: number, among: string): string => `ARRAY(
  SELECT v.user_id FROM poll_votes v WHERE ${ofPoll(among)} AND v.option = ${String(option)}
  ORDER BY v.voted_at, v.user_id LIMIT ${String(MAX_LISTED_VOTERS)})`;

const OPTIONS = Array.from({ length: MOST_OPTIONS }, (_, option) => option);

/** Whether a poll `p` accepts no more votes, by the clock of the database: the end may come before it is recorded. */
export const IS_CLOSED = '(p.closed_at IS NOT NULL OR coalesce(p.closes_at <= statement_timestamp(), false))';

const SHOW = statement('polls.show', {
  parameters: { rooms: 'uuid[]', messages: 'uuid[]', user: 'int4' },
  columns: {
    message_id: 'uuid',
    /** JSON. */
    options: 'text',
    is_multiple: 'bool',
    is_anonymous: 'bool',
    is_closed: 'bool',
    closes_at: 'timestamptz | null',
    counts: json<readonly (readonly [option: number, votes: number])[]>(),
    /** The ids of voters by the position of their option; null in an anonymous poll. */
    voters: json<readonly (readonly number[])[] | null>(),
    own: json<readonly number[]>(),
  },
  isPrepared: true,
  text: ({ rooms, messages, user }) => {
    const among = `ANY (${rooms})`;
    return `
      SELECT p.message_id, p.options, p.is_multiple, p.is_anonymous, p.closes_at, ${IS_CLOSED} AS is_closed,
        array_to_json(ARRAY(
          SELECT json_build_array(v.option, count(*)) FROM poll_votes v WHERE ${ofPoll(among)} GROUP BY v.option)) AS counts,
        CASE WHEN NOT p.is_anonymous
          THEN json_build_array(${OPTIONS.map((option) => votersOf(option, among)).join()}) END AS voters,
        array_to_json(ARRAY(
          SELECT v.option FROM poll_votes v WHERE ${ofPoll(among)} AND v.user_id = ${user} ORDER BY v.option)) AS own
      FROM polls p WHERE p.room_id = ${among} AND p.message_id = ANY (${messages})`;
  },
});

/** A poll without the users to whom it refers. */
export type PollData = RowOf<typeof SHOW>;

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
    polls.push(...(await SHOW.rows(source, { rooms: roomIds, messages: ids, user: userId ?? NOBODY })));
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
