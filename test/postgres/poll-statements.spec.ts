import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { createGroup, connectMember } from '../support/messaging.js';
import { manyUsers } from '../support/people.js';
import type { StatementProxy } from '../support/statement-proxy.js';
import { watchedService } from '../support/watched-service.js';

const TABLES = ['users', 'rooms', 'room_members', 'messages', 'polls', 'poll_votes'];
const VOTERS = 5;
const POLLS = 5;
const OPTIONS = Array.from({ length: 10 }, (_, at) => `option ${String(at)}`);

let proxy: StatementProxy;
let phone: ChatClient;
let voters: ChatClient[];
let room: Room;

beforeAll(async () => {
  const watched = await watchedService();
  proxy = watched.proxy;
  const [sender, ...others] = await manyUsers(watched.parley, 1 + VOTERS);
  phone = await sender!.connect();
  const members = await Promise.all(others.map(connectMember));
  voters = members.map(({ device }) => device);
  room = await createGroup(phone, members);
});

const ask = async (): Promise<Message> =>
  (
    await phone.request('message.send', {
      room_id: room.id,
      content: 'Where?',
      extra_fields: { poll: { options: OPTIONS, multiple: true } },
    })
  ).data;

const vote = (device: ChatClient, { id }: Message, ...options: number[]): Promise<unknown> =>
  device.request('poll.vote', { message_id: id, room_id: room.id, options });

/** A poll in which everybody has voted for every option. */
async function fullPoll(): Promise<Message> {
  const message = await ask();
  await Promise.all(voters.map((device) => vote(device, message, ...OPTIONS.keys())));
  return message;
}

async function costOf(request: () => Promise<unknown>): Promise<number> {
  proxy.forget();
  await request();
  return proxy.about(...TABLES).length;
}

describe('a page of room.messages', () => {
  it('takes the same number of statements for one poll as for five with votes', async () => {
    const page = (size: number) => (): Promise<unknown> =>
      voters[0]!.request('room.messages', { room_id: room.id, size });
    await ask();
    const one = await costOf(page(1));
    for (let count = 0; count < POLLS; count += 1) await fullPoll();
    await expect(costOf(page(POLLS))).resolves.toBe(one);
    expect(one).toBeLessThanOrEqual(6);
  });
});

describe('a vote, and the end of a poll', () => {
  it('take the same number of statements in a poll without votes as in one with many', async () => {
    const costs: number[][] = [];
    for (const message of [await ask(), await fullPoll()]) {
      costs.push([
        await costOf(() => vote(voters[0]!, message, 1)),
        await costOf(() => vote(voters[0]!, message, ...OPTIONS.keys())),
        await costOf(() => vote(voters[0]!, message)),
        await costOf(() => phone.request('poll.close', { message_id: message.id, room_id: room.id })),
      ]);
    }
    const [empty, full] = costs;
    expect(full).toEqual(empty);
    expect(Math.max(...empty!)).toBeLessThanOrEqual(12);
  });
});
