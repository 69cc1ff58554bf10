import type { Message, MessagePage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { manyUsers, users } from '../support/people.js';
import type { Service } from '../support/service.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { watchedService } from '../support/watched-service.js';

/** More than are read by one statement. */
const MANY_ROOMS = 120;
const MANY_MESSAGES = 40;

let proxy: StatementProxy;
let parley: Service;
let phone: ChatClient;
let bob: Member;

beforeAll(async () => {
  ({ proxy, parley } = await watchedService());
});

beforeEach(async () => {
  const { alice, bob: somebody } = await users(parley, 'alice', 'bob');
  phone = await alice.connect();
  bob = await connectMember(somebody);
});

/** The read statements of a request; the background work of the service only writes. */
async function cost(question: () => Promise<unknown>): Promise<string[]> {
  proxy.forget();
  await question();
  const tables = ['users', 'rooms', 'room_members', 'messages', 'receipts', 'reactions', 'attachments'];
  return proxy.about(...tables).filter((text) => !/\b(INSERT|UPDATE|DELETE)\b/i.test(text));
}

/** A page reads the places of its rooms and the users, and for every 100 rooms the rooms and their last messages. */
const statementsFor = (rooms: number): number => 2 + 2 * Math.ceil(rooms / 100);

/** Sends all requests at once. @returns the data of the answers */
async function requestAll(device: ChatClient, eventType: string, requests: readonly object[]): Promise<unknown[]> {
  const requested = requests.map((data) => device.sendRequest(eventType, data));
  const answers = [];
  for (const requestId of requested) answers.push((await device.response(requestId)).data);
  return answers;
}

const repeated = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

describe('the list of rooms', () => {
  it('takes four statements a page for 1 room, and two more for every further 100', async () => {
    const participants = [bob.user.id];
    const list =
      (data: object = {}): (() => Promise<unknown>) =>
      () =>
        phone.request('room.list', data);
    const room = await createGroup(phone, [bob]);
    await sendMessage(phone, room, 'hello');
    await expect(cost(list())).resolves.toHaveLength(statementsFor(1));

    const group = (at: number): object => ({ type: 'GroupChat', name: String(at), participants });
    const rooms = (await requestAll(phone, 'room.create', repeated(MANY_ROOMS - 1, group))) as { id: string }[];
    const hello = ({ id }: { id: string }): object => ({ room_id: id, content: 'hello' });
    await requestAll(bob.device, 'message.send', rooms.map(hello));
    await expect(cost(list())).resolves.toHaveLength(statementsFor(MANY_ROOMS));
    const { data, meta } = await phone.request('room.list', { limit: MANY_ROOMS - 1 });
    expect(data.map(({ unread_count }) => unread_count)).toEqual(repeated(MANY_ROOMS - 1, () => 1));
    await expect(cost(list({ cursor: meta?.next_cursor }))).resolves.toHaveLength(statementsFor(1));
  });
});

describe('the list of scheduled messages', () => {
  it('takes one statement, for 1 message and for 20', async () => {
    const room = await createGroup(phone, [bob]);
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const request = (): object => ({ room_id: room.id, content: 'later', send_at });
    for (const count of [1, 20]) {
      const { data } = await phone.request('schedule.list', {});
      await requestAll(phone, 'message.schedule', repeated(count - data.scheduled.length, request));
      proxy.forget();
      const { data: page } = await phone.request('schedule.list', {});
      expect([page.scheduled.length, proxy.about('scheduled_messages').length]).toEqual([count, 1]);
    }
  });
});

describe('a page of the history', () => {
  const waysOfPaging = (last: Message): object[] => [
    { page: 1, size: 200 },
    { page: 2, size: 1 },
    { page: 7, size: 1 },
    { before_seq: last.seq + 1, limit: MANY_MESSAGES },
    { after_seq: 0, limit: 200 },
  ];

  it('takes five statements, for 1 message and for 40 with replies, reactions and attachments; three if it is empty', async () => {
    const room = await createGroup(phone, [bob]);
    const first = await sendMessage(phone, room, 'hello');
    const read = (paginate: object): Promise<{ data: MessagePage }> =>
      phone.request('room.messages', { room_id: room.id, paginate });
    for (const paginate of waysOfPaging(first)) {
      const { data } = await read(paginate);
      const expected = data.data.messages.length > 0 ? 5 : 3;
      await expect(cost(() => read(paginate))).resolves.toHaveLength(expected);
    }

    const media = [{ media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png' }];
    const extra_fields = { parent_message_id: first.id, media };
    const reply = (): object => ({ room_id: room.id, content: 'hello', extra_fields });
    const messages = (await requestAll(phone, 'message.send', repeated(MANY_MESSAGES, reply))) as Message[];
    const ids = messages.map(({ id }) => id);
    await bob.device.request('message.read', { message_id: ids });
    const reaction = (message_id: string): object => ({ type: 'add', message_id, reaction_content: '🦜' });
    await requestAll(bob.device, 'message.react', ids.map(reaction));

    const last = messages.at(-1)!;
    for (const paginate of waysOfPaging(last)) {
      await expect(cost(() => read(paginate))).resolves.toHaveLength(5);
    }
    const { data: page } = await read({ before_seq: last.seq + 1, limit: MANY_MESSAGES });
    expect(page.data.messages).toHaveLength(MANY_MESSAGES);
    for (const message of page.data.messages) {
      expect(message).toMatchObject({ parent_message: { id: first.id }, attachments: [{ mime_type: 'image/png' }] });
      expect([message.reactions, message.read_receipts].map(({ length }) => length)).toEqual([1, 1]);
    }
  });
});

describe("a page of a room's members", () => {
  it('takes four statements, for 1 member and for 20, on the first page and on the last', async () => {
    const [creator, ...others] = await manyUsers(parley, 20);
    const device = await creator!.connect();
    for (const size of [1, others.length]) {
      const participants = others.slice(0, size).map(({ id }) => id);
      const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
      let cursor: string | null = null;
      const first = await cost(async () => {
        ({ next_cursor: cursor } = (await device.request('room.members', { room_id: room.id, limit: size })).data);
      });
      const last = await cost(async () => {
        const { data } = await device.request('room.members', { room_id: room.id, cursor });
        expect(data).toMatchObject({ members: [{ id: Math.max(creator!.id, ...participants) }], next_cursor: null });
      });
      expect([first.length, last.length]).toEqual([4, 4]);
    }
  });
});

describe('room.retrieve', () => {
  it('takes five statements in rooms of 2 and of 100; the last checks that the requester is still a member', async () => {
    const [creator, ...others] = await manyUsers(parley, 100);
    const device = await creator!.connect();
    for (const size of [1, 99]) {
      const participants = others.slice(0, size).map(({ id }) => id);
      const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
      const requested = await cost(async () => {
        const { data } = await device.request('room.info', { room_id: room.id });
        expect(data.member_count).toBe(size + 1);
      });
      expect(requested).toHaveLength(5);
    }
  });
});
