import fc from 'fast-check';

import { Copy, syncs } from '../support/copy.js';
import { people } from '../support/people.js';
import { acts, RandomHistory } from '../support/random-history.js';
import type { Step } from '../support/random-history.js';
import { Service } from '../support/service.js';
import { onADevice } from '../support/talk.js';
import type { Member } from '../support/talk.js';

const RUNS = 15;

/** What is said happens more often than everything else. */
const act: fc.Arbitrary<Step['act']> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Step['act'][]>('send', 'reply') },
  { weight: 3, arbitrary: fc.constantFrom(...acts) },
);
const which = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 });
const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ act, who: fc.nat(2), where: fc.nat(3), which }), {
  minLength: 1,
  maxLength: 25,
});

const [ALICE, BOB, CAROL] = [0, 1, 2] as const;
const [GROUP, CHANNEL] = [0, 1] as const;
const step = (does: Step['act'], who: number, where: number): Step => ({ act: does, who, where, which: [0] });

/** In which everything happens that can. */
const EVERYTHING = [
  ...[step('send', ALICE, GROUP), step('reply', BOB, GROUP), step('edit', ALICE, GROUP)],
  ...[step('react', BOB, GROUP), step('takeBack', CAROL, GROUP), step('read', CAROL, GROUP)],
  ...[step('addAdmin', ALICE, GROUP), step('removeAdmin', ALICE, GROUP)],
  ...[step('rename', ALICE, GROUP), step('prefer', ALICE, GROUP)],
  ...[step('addModerator', BOB, CHANNEL), step('remove', BOB, CHANNEL), step('join', CAROL, CHANNEL)],
  ...[step('leave', CAROL, CHANNEL), step('add', BOB, CHANNEL), step('delete', ALICE, GROUP)],
  ...[step('makeGroup', ALICE, GROUP), step('makeChannel', ALICE, GROUP), step('chat', ALICE, GROUP)],
  step('endRoom', ALICE, GROUP),
];

describe.each(['false', 'true'])('whatever happens in the rooms of somebody (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  let everybody: Member[];

  beforeAll(async () => {
    parley = await Service.start({ MESSAGE_SOFT_DELETE: soft, EVENTS_PER_SECOND: '10000', EVENTS_BURST: '10000' });
    const { alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol');
    everybody = await Promise.all([alice, bob, carol].map(onADevice));
  });
  afterAll(() => parley.stop());

  const begins = async (history: RandomHistory): Promise<void> => {
    const [alice, bob, carol] = everybody as [Member, Member, Member];
    const others = [bob.person.id, carol.person.id];
    await history.makes(alice, { type: 'GroupChat', participants: others });
    await history.makes(bob, { type: 'Channel', subscribers: others, extra_fields: { is_public: true } });
  };

  it('a client that was away since any moment of it holds, after a sync, what there is', async () => {
    const happened = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(2), async (history, who) => {
        const past = new RandomHistory(everybody);
        const watcher = everybody[who]!;
        const copy = new Copy();
        const remembered = [copy.remembered()];
        await begins(past);
        for (const each of history) {
          await past.goesOn(each);
          await syncs(watcher.device, copy);
          remembered.push(copy.remembered());
        }
        const anew = await Copy.anew(watcher.device);
        for (const earlier of remembered) {
          await syncs(watcher.device, earlier);
          expect(earlier.seen()).toEqual(anew.seen(earlier));
        }
        await past.ends();
        await syncs(watcher.device, copy);
        expect(copy.roomIds).toEqual([]);
        for (const { device } of everybody) await device.rest();
        for (const act of past.happened) happened.add(act);
      }),
      {
        numRuns: RUNS,
        examples: [
          [EVERYTHING, BOB],
          [EVERYTHING, CAROL],
        ],
      },
    );
    expect([...happened].sort()).toEqual([...acts].sort());
  });
});
