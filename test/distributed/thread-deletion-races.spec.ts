import type { GroupChat, Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ClientState, syncInto } from '../support/client-state.js';
import { connected } from '../support/database.js';
import type { Frame } from '../support/frames.js';
import { violatedInvariants } from '../support/invariants.js';
import { connectMember, createGroup, historyOf } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { Service } from '../support/service.js';

const ROUNDS = sampled(6);
const REPLIES_EACH = 3;
const OPTIONS = ['tea', 'coffee', 'water'];

/** A user with a device that sends requests, and one that only listens, perhaps on another node. */
interface Watcher extends Member {
  readonly listener: ChatClient;
}

type Request = readonly [device: ChatClient, eventType: string, data: object];

/** The answers to requests that were sent at once, in the order of the requests. */
class Answers {
  constructor(private readonly frames: readonly Frame[]) {}

  /** The codes of the refusals. */
  get refused(): number[] {
    return this.frames.flatMap(({ error }) => error?.code ?? []);
  }

  /** The numbers of the answers with this event, in their order. */
  numbersOf(eventType: string): number[] {
    const answers = this.frames.filter((frame) => frame.eventType === eventType);
    return answers.flatMap(({ seq }) => seq ?? []).sort((one, other) => one - other);
  }

  /** The number of the answer to a request; undefined if it was refused. */
  numberOf(request: number): number | undefined {
    return this.frames[request]?.seq;
  }

  get deletedAt(): number {
    return this.numbersOf('messagemodification.dispatch')[0]!;
  }
}

/**
 * The messages of a copy without deleted ones, which a history may keep, and without receipts, which have no number.
 * Without a frame about own votes, a user has not voted.
 */
const presentIn = (copy: ClientState): object[] =>
  copy
    .messages()
    .filter((message) => !message.is_deleted)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map((message) => ({
      ...message,
      delivered_to: [],
      read_receipts: [],
      poll: message.poll && { own_votes: [], ...message.poll },
    }));

describe.each(['false', 'true'])('races (MESSAGE_SOFT_DELETE=%s)', (soft) => {
  let parley: Service;
  let leader: Watcher;
  /** Another device of the leader, which deletes. */
  let laptop: ChatClient;
  let others: readonly Watcher[];
  let everyone: readonly Watcher[];
  let copies: ClientState[];
  let room: GroupChat;

  beforeAll(async () => {
    // Its whole database is judged.
    parley = await Service.start({ MESSAGE_SOFT_DELETE: soft });
  });
  afterAll(() => parley.stop());
  beforeEach(async () => {
    const { alice, bob, carol, dave } = await users(parley, 'alice', 'bob', 'carol', 'dave');
    everyone = await Promise.all(
      [alice, bob, carol, dave].map(async (user) => ({
        ...(await connectMember(user)),
        listener: await user.connect(),
      })),
    );
    [leader, ...others] = everyone as [Watcher, ...Watcher[]];
    laptop = await alice.connect();
    copies = everyone.map(() => new ClientState());
  });
  afterEach(async () => {
    // Citus refuses these statements, some of which join tables of rooms with others.
    if (process.env.TEST_CITUS_URL) return;
    const database = await connected(parley.serviceData);
    const broken = await violatedInvariants(database);
    await database.end();
    expect(broken).toEqual({});
  });

  async function begin(): Promise<void> {
    room = await createGroup(leader.device, others);
    await Promise.all(everyone.map(({ listener }, at) => syncInto(listener, copies[at]!)));
  }

  async function send(extra_fields: object = {}): Promise<Message> {
    const { data } = await leader.device.request('message.send', { room_id: room.id, content: 'x', extra_fields });
    return data;
  }

  async function race(requests: readonly Request[]): Promise<Answers> {
    const sent = requests.map(([device, eventType, data]) =>
      device.response(device.sendRequest(eventType, { room_id: room.id, ...data })),
    );
    return new Answers(await Promise.all(sent));
  }

  const deletion = ({ id }: Message): Request => [laptop, 'message.modify', { action: 'delete', message_id: id }];

  /** The requests of all others, some before and some after a request of the leader. */
  const around = (middle: Request, requestsOf: (device: ChatClient, at: number) => readonly Request[]): Request[] =>
    others.flatMap(({ device }, at) => [...(at === 1 ? [middle] : []), ...requestsOf(device, at)]);

  /** Every device shows what the service has stored. */
  async function expectSameOnAll(): Promise<void> {
    const { data } = await leader.device.request('room.info', { room_id: room.id });
    for (const [at, { device, listener }] of everyone.entries()) {
      const copy = copies[at]!;
      await copy.receiveUntil(listener, room.id, data.last_seq);
      expect(presentIn(copy)).toEqual(presentIn(await ClientState.create(device)));
    }
  }

  it('of replies with the deletion of the first message of their thread leave a thread with all of its replies, or none', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin();
      const start = await send();
      const reply = { content: 'what?', extra_fields: { thread_id: start.id, also_to_room: round % 2 === 0 } };
      const replies = (device: ChatClient): Request[] =>
        Array.from({ length: REPLIES_EACH }, () => [device, 'message.send', reply]);
      const answers = await race(around(deletion(start), replies));
      const sent = answers.numbersOf('message.dispatch');
      // A thread that has begun stays open. A message that was deleted before the first reply starts none.
      if (sent.length > 0) expect(sent[0]).toBeLessThan(answers.deletedAt);
      expect(answers.refused).toEqual(sent.length > 0 ? [] : Array<number>(others.length * REPLIES_EACH).fill(4003));
      const page = await leader.device.response(
        leader.device.sendRequest('thread.messages', { room_id: room.id, thread_id: start.id, limit: 200 }),
      );
      const { messages } = (page.data ?? { messages: [] }) as { readonly messages: readonly Message[] };
      expect(messages.flatMap(({ thread, seq }) => (thread ? seq : [])).toReversed()).toEqual(sent);
      await expectSameOnAll();
    }
  });

  it('of read marks, follows and drafts with that deletion leave them only where replies exist', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin();
      const start = await send();
      const thread = { thread_id: start.id };
      const hasReply = round % 2 === 0;
      if (hasReply) await race([[leader.device, 'message.send', { content: 'y', extra_fields: thread }]]);
      const answers = await race(
        around(deletion(start), (device) => [
          [device, 'thread.follow', { ...thread, follow: true }],
          [device, 'message.read', { ...thread, up_to_seq: start.seq + 1 }],
          [device, 'draft.set', { ...thread, content: 'unsent' }],
        ]),
      );
      expect(answers.refused.filter((code) => hasReply || code !== 4004)).toEqual([]);
      for (const { device } of others) {
        const { data } = await device.request('thread.list', {});
        const entry = data.find((each) => each.thread.id === start.id);
        expect(entry?.unread_count).toBe(hasReply ? 0 : undefined);
      }
      await expectSameOnAll();
    }
  });

  /** The refusal of a change of a deleted message. */
  const goneCode = soft === 'true' ? 4003 : 4004;

  it('of pins with the deletion of their message leave no pin', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin();
      const message = await send();
      const pin = (pinned: boolean): Request => [leader.device, 'message.pin', { message_id: message.id, pinned }];
      const answers = await race([pin(true), deletion(message), pin(false), pin(true)]);
      for (const seq of answers.numbersOf('messagepin.dispatch')) expect(seq).toBeLessThan(answers.deletedAt);
      expect(answers.refused.filter((code) => code !== goneCode)).toEqual([]);
      const { data } = await others[0]!.device.request('room.pins', { room_id: room.id });
      expect(data.messages).toEqual([]);
      await expectSameOnAll();
    }
  });

  it('of votes with the deletion of their poll leave no vote', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin();
      const asked = await send({ poll: { options: OPTIONS } });
      const votes = (device: ChatClient): Request[] =>
        OPTIONS.map((_, option) => [device, 'poll.vote', { message_id: asked.id, options: [option] }]);
      const answers = await race(around(deletion(asked), votes));
      for (const seq of answers.numbersOf('pollupdate.dispatch')) expect(seq).toBeLessThan(answers.deletedAt);
      expect(answers.refused.filter((code) => code !== goneCode)).toEqual([]);
      await expectSameOnAll();
    }
  });

  it('of votes with the close of their poll leave the last vote of each user before it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await begin();
      const asked = await send({ poll: { options: OPTIONS, anonymous: round % 2 === 0 } });
      const votes = others.flatMap(({ device }) => OPTIONS.map((_, option) => ({ device, option })));
      const requests = votes.map(({ device, option }): Request => [
        device,
        'poll.vote',
        { message_id: asked.id, options: [option] },
      ]);
      const answers = await race([...requests, [leader.device, 'poll.close', { message_id: asked.id }]]);
      const closedAt = answers.numberOf(votes.length)!;
      expect(answers.refused.filter((code) => code !== 4005)).toEqual([]);
      const counts = OPTIONS.map(() => 0);
      for (const { device } of others) {
        const own = votes.flatMap((vote, at) => {
          const seq = vote.device === device ? answers.numberOf(at) : undefined;
          return seq === undefined ? [] : { seq, option: vote.option };
        });
        for (const { seq } of own) expect(seq).toBeLessThan(closedAt);
        const last = own.toSorted((one, other) => one.seq - other.seq).at(-1)?.option;
        if (last !== undefined) counts[last]! += 1;
        const [shown] = await historyOf(device, room);
        expect(shown!.poll).toMatchObject({ closed: true, own_votes: last === undefined ? [] : [last] });
      }
      const [shown] = await historyOf(leader.device, room);
      expect(shown!.poll!.options.map((option) => option.votes)).toEqual(counts);
      await expectSameOnAll();
    }
  });
});
