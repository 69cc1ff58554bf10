import type { Poll, PollOption, User } from '@parley/protocol';
import { restrictedToUser } from '@parley/realtime/restricted-part';
import type { Restrictable } from '@parley/realtime/restricted-part';

import { Space } from '../json-space.js';

/** The voters of all options of a poll together take at most these bytes of JSON. */
const VOTERS_BYTES = 8_192;

/** The votes of the user for whom a poll is read. Frames show them to no other user. */
export interface OwnVotes {
  readonly userId: number;
  /** The positions of options, in their order. */
  readonly options: readonly number[];
}

export interface StoredOption {
  readonly text: string;
  readonly votes: number;
  /** The first of them, at most as many as are listed; empty in an anonymous poll. */
  readonly voters: readonly User[];
}

export interface StoredPoll {
  readonly options: readonly StoredOption[];
  readonly isMultiple: boolean;
  readonly isAnonymous: boolean;
  readonly isClosed: boolean;
  readonly closesAt: Date | null;
  /** Undefined: it was read for nobody in particular. */
  readonly own: OwnVotes | undefined;
}

/** A poll before delivery: the own votes are restricted to the connections of their user. */
export type OutgoingPoll = Restrictable<Poll>;

/** A poll for any receiver, with the own votes for their user. */
export const toPoll = (poll: StoredPoll): OutgoingPoll => ({
  ...toPublicPoll(poll),
  ...(poll.own && { own_votes: restrictedToUser(poll.own.userId, poll.own.options) }),
});

/** A poll without own votes. Its voters are cut to a size that does not depend on their profiles. */
export function toPublicPoll({ options, isMultiple, isAnonymous, isClosed, closesAt }: StoredPoll): Poll {
  const listed = isAnonymous ? undefined : withinBytes(options.map(({ voters }) => voters));
  return {
    options: options.map(({ text, votes }, at): PollOption => ({
      text,
      votes,
      voters: listed ? (listed[at] ?? []) : null,
    })),
    multiple: isMultiple,
    anonymous: isAnonymous,
    closed: isClosed,
    closes_at: closesAt?.toISOString() ?? null,
  };
}

/** The beginnings of these lists that fit, taking the first of each list before the second of any. */
function withinBytes(lists: readonly (readonly User[])[]): User[][] {
  const space = new Space(VOTERS_BYTES);
  const taken = lists.map((): User[] => []);
  const longest = Math.max(...lists.map(({ length }) => length));
  for (let place = 0; place < longest; place += 1) {
    for (const [at, list] of lists.entries()) {
      const user = list[place];
      if (user && !space.take(Buffer.byteLength(JSON.stringify(user)) + COMMA)) return taken;
      if (user) taken[at]?.push(user);
    }
  }
  return taken;
}

const COMMA = 1;

/** A poll before anybody has voted. */
export interface NewPoll {
  readonly options: readonly string[];
  readonly isMultiple: boolean;
  readonly isAnonymous: boolean;
  readonly closesAt: Date | null;
}

/** As it is after it has been stored. */
export const withoutVotes = ({ options, ...poll }: NewPoll): StoredPoll => ({
  ...poll,
  options: options.map((text) => ({ text, votes: 0, voters: [] })),
  isClosed: false,
  own: undefined,
});
