import fc from 'fast-check';

import { ClientState, syncInto } from '../support/client-state.js';
import { users } from '../support/people.js';
import { acts, RandomHistory } from '../support/random-history.js';
import type { Step } from '../support/random-history.js';
import { sampled } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

const RUNS = sampled(10);

/** Messages, and changes of messages, are more frequent than all other steps. */
const act: fc.Arbitrary<Step['act']> = fc.oneof(
  fc.constantFrom<Step['act'][]>('send', 'reply', 'replyInThread', 'ask'),
  fc.constantFrom<Step['act'][]>('edit', 'delete', 'react', 'removeReaction', 'pin', 'vote'),
  fc.constantFrom(...acts),
);
const which = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 });
const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ act, actor: fc.nat(2), where: fc.nat(3), which }), {
  minLength: 10,
  maxLength: 30,
});

const [ALICE, BOB, CAROL] = [0, 1, 2] as const;
const [GROUP, CHANNEL] = [0, 1] as const;
const step = (does: Step['act'], actor: number, where: number, message = 0): Step => ({
  act: does,
  actor,
  where,
  which: [message],
});

const NO_REPLIES = { reply_count: 0, last_reply_at: undefined, participants: [] };

/** Contains every possible step. */
const EVERYTHING = [
  step('send', ALICE, GROUP),
  step('reply', BOB, GROUP),
  step('send', BOB, GROUP),
  step('edit', ALICE, GROUP),
  step('react', BOB, GROUP),
  step('removeReaction', CAROL, GROUP),
  step('read', CAROL, GROUP),
  step('pin', ALICE, GROUP),
  step('unpin', ALICE, GROUP),
  step('pin', ALICE, GROUP, 1),
  step('replyInThread', BOB, GROUP),
  step('replyInThreadAndRoom', CAROL, GROUP),
  step('ask', ALICE, GROUP),
  step('vote', BOB, GROUP, 1),
  step('vote', CAROL, GROUP),
  step('vote', BOB, GROUP),
  step('closePoll', ALICE, GROUP),
  step('addAdmin', ALICE, GROUP),
  step('removeAdmin', ALICE, GROUP),
  step('rename', ALICE, GROUP),
  step('prefer', ALICE, GROUP),
  step('delete', ALICE, GROUP, 2),
  step('addModerator', BOB, CHANNEL),
  step('remove', BOB, CHANNEL),
  step('join', CAROL, CHANNEL),
  step('leave', CAROL, CHANNEL),
  step('add', BOB, CHANNEL),
  step('endRoom', BOB, CHANNEL),
  step('makeGroup', ALICE, GROUP),
  step('makeChannel', ALICE, GROUP),
  step('chat', ALICE, GROUP),
];

describe.each(['false', 'true'])('session.sync after random changes (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  let everyone: Member[];

  beforeAll(async () => {
    parley = await sharedService(soft === 'true' ? 'keepDeletedMessages' : 'default');
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    everyone = await Promise.all([alice, bob, carol].map(connectMember));
  });

  const begins = async (history: RandomHistory): Promise<void> => {
    const [alice, bob, carol] = everyone as [Member, Member, Member];
    const others = [bob.user.id, carol.user.id];
    await history.create(alice, { type: 'GroupChat', participants: others });
    await history.create(bob, { type: 'Channel', subscribers: others, extra_fields: { is_public: true } });
  };

  /** Leaves no room for the next run. */
  const ends = async (history: RandomHistory): Promise<void> => {
    await history.finish();
    for (const { device } of everyone) await device.drain();
  };

  /** @returns the state of the client after each step */
  const keepsUp = async (history: RandomHistory, watcher: Member, each: readonly Step[]): Promise<ClientState[]> => {
    const copy = new ClientState();
    const remembered = [copy.clone()];
    await begins(history);
    for (const next of each) {
      await history.step(next);
      await syncInto(watcher.device, copy);
      remembered.push(copy.clone());
    }
    return remembered;
  };

  /** Threads and polls of a complete copy, counted from their replies and from the allowed votes. */
  const expectRecounted = (history: RandomHistory, copy: ClientState): void => {
    const messages = copy.messages().filter(({ is_deleted: isDeleted }) => !isDeleted);
    for (const start of messages.filter(({ thread }) => !thread)) {
      const replies = messages.filter(({ thread }) => thread?.id === start.id);
      const last = replies.at(-1);
      const participants = [...new Set(replies.toReversed().map(({ sender }) => sender.id))];
      const { reply_count, last_reply_at, participants: listed } = start.thread_summary ?? NO_REPLIES;
      expect({ reply_count, last_reply_at, participants: listed.map(({ id }) => id) }).toEqual({
        reply_count: replies.length,
        last_reply_at: last?.created_at,
        participants,
      });
    }
    for (const { id, poll } of messages) {
      if (!poll) continue;
      const cast = [...(history.cast.get(id) ?? [])];
      const votersOf = (option: number) => cast.flatMap(([user, options]) => (options.includes(option) ? [user] : []));
      expect(poll.options.map(({ votes }) => votes)).toEqual(poll.options.map((_, at) => votersOf(at).length));
      for (const [at, { voters }] of poll.options.entries())
        expect(new Set(voters?.map((voter) => voter.id))).toEqual(new Set(votersOf(at)));
    }
  };

  it('brings a client from any earlier moment to the present state', async () => {
    const happened = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(2), async (all, actor) => {
        const watcher = everyone[actor]!;
        const history = new RandomHistory(everyone);
        try {
          const remembered = await keepsUp(history, watcher, all);
          const anew = await ClientState.create(watcher.device);
          expectRecounted(history, anew);
          await Promise.all(remembered.map((earlier) => syncInto(watcher.device, earlier)));
          for (const earlier of remembered) expect(earlier.view()).toEqual(anew.view(earlier));
          await history.finish();
          const last = remembered.at(-1)!;
          await syncInto(watcher.device, last);
          expect(last.roomIds).toEqual([]);
        } finally {
          await ends(history);
        }
        for (const each of history.steps) happened.add(each);
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
