import type { StoredPoll } from './poll.view.js';

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
