import { judge } from './database-state.js';
import type { DatabaseState, SeenState, Verdict } from './database-state.js';

const SEEN: SeenState = { epochId: 'second', origin: 'here', position: 100 };
const STATE: DatabaseState = { ...SEEN, originOfEpoch: 'here', hasSeenEpoch: true };

describe('a database that was seen before', () => {
  it.each<[Verdict, string, Partial<DatabaseState>]>([
    ['unchanged', 'is as it was', {}],
    ['unchanged', 'has written since', { position: 101 }],
    ['rewound', 'has written less', { position: 99 }],
    ['other-epoch', 'is in a later epoch', { epochId: 'third', position: 20 }],
    ['rewound', 'has not reached the epoch', { epochId: 'first', hasSeenEpoch: false, position: 200 }],
    ['moved', 'is in another place than its epoch', { origin: 'there' }],
    ['moved', 'is in another place than its later epoch', { origin: 'there', epochId: 'third' }],
    ['other-epoch', 'was moved, and began an epoch', { origin: 'there', originOfEpoch: 'there', epochId: 'third' }],
    [
      'other-epoch',
      'is another one, with epochs of its own',
      { origin: 'there', originOfEpoch: 'there', epochId: 'other', hasSeenEpoch: false },
    ],
  ])('is %s if it %s', (verdict, _, changes) => expect(judge({ ...STATE, ...changes }, SEEN)).toBe(verdict));
});

describe('a database of which nothing is known', () => {
  it('is believed', () => expect(judge({ ...STATE, hasSeenEpoch: false }, undefined)).toBe('other-epoch'));

  it('is moved if it is in another place than its epoch', () => {
    expect(judge({ ...STATE, originOfEpoch: 'there' }, undefined)).toBe('moved');
  });
});
