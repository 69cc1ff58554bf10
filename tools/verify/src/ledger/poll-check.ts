import type { Poll } from '@parley/protocol';

import type { FaultKind } from './fault.js';
import { votesText } from './message-view.js';
import type { PollState } from './poll-state.js';
import type { TrackedValue } from './tracked-value.js';

type IsPossible = <Value>(tracked: TrackedValue<Value>, value: Value) => boolean;

type PollFault = readonly [kind: FaultKind, what: string];

/** Compares a stored poll with the accepted votes. @param isPossible whether a value may be the stored one */
export function* pollFaults(state: PollState, poll: Poll, isPossible: IsPossible): Generator<PollFault> {
  if (!isPossible(state.closed, poll.closed))
    yield poll.closed ? ['wrong', 'its poll is closed, but nobody closed it'] : ['lost', 'its poll is open again'];
  // Voters are listed up to a number; an anonymous poll lists none.
  if (poll.options.every(({ votes, voters }) => voters?.length === votes)) yield* voterFaults(state, poll, isPossible);
  else yield* countFaults(state, poll);
}

function* voterFaults(state: PollState, poll: Poll, isPossible: IsPossible): Generator<PollFault> {
  const listed = poll.options.map(({ voters }) => (voters ?? []).map(({ username }) => username));
  if (listed.some((voters) => new Set(voters).size < voters.length))
    yield ['doubled', 'a voter of its poll is counted twice'];
  for (const username of new Set([...Array.from(state.voters, ([name]) => name), ...listed.flat()])) {
    const votes = listed.flatMap((voters, option) => (voters.includes(username) ? option : []));
    if (!isPossible(state.votesOf(username), votesText(votes)))
      yield ['lost', `the last accepted vote of ${username} is not stored`];
  }
}

/** Of an option, all who have certainly chosen it are counted, and nobody who cannot have. */
function* countFaults(state: PollState, poll: Poll): Generator<PollFault> {
  const choices = Array.from(state.voters, ([, votes]) =>
    votes.candidates.map((each) => new Set(JSON.parse(each) as number[])),
  );
  for (const [option, { votes }] of poll.options.entries()) {
    const least = choices.filter((each) => each.every((chosen) => chosen.has(option))).length;
    const most = choices.filter((each) => each.some((chosen) => chosen.has(option))).length;
    if (votes < least) yield ['lost', `a vote for option ${String(option)} of its poll is not counted`];
    if (votes > most) yield ['wrong', `too many votes for option ${String(option)} of its poll are counted`];
  }
}
