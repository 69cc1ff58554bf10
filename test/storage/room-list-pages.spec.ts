import type { Message, Room } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { runAlongside } from '../support/run-alongside.js';
import { users } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

const ROOMS = 9;

const idsOf = (rooms: readonly Pick<Room, 'id'>[]): string[] => rooms.map(({ id }) => id);

describe('the pages of room.list', () => {
  let parley: Service;
  let phone: ChatClient;
  let bob: Member;
  let made: Room[];

  beforeAll(async () => {
    parley = await sharedService();
  });

  beforeEach(async () => {
    const { alice, bob: somebody } = await users(parley, 'alice', 'bob');
    phone = await alice.connect();
    bob = await connectMember(somebody);
    made = [];
    for (let count = 0; count < ROOMS; count += 1) made.unshift(await createGroup(phone, [bob], String(count)));
    for (const at of [7, 2, 5]) await sendMessage(phone, made[at]!, 'hello');
  });

  const walk = async (limit: number, between: (page: number) => Promise<unknown>): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor: unknown = undefined; cursor !== null;) {
      const { data, meta } = await phone.request('room.list', { limit, ...(cursor === undefined ? {} : { cursor }) });
      pages.push(idsOf(data));
      cursor = meta?.next_cursor;
      await between(pages.length);
    }
    return pages;
  };

  it('have no gaps, with pages of any size', async () => {
    const all = idsOf((await phone.request('room.list', {})).data);
    expect(all).toHaveLength(ROOMS);
    for (const size of [1, 2, 3, 4, ROOMS - 1, ROOMS, ROOMS + 1, 1_000]) {
      const pages = await walk(size, () => Promise.resolve());
      expect(pages.flat()).toEqual(all);
      expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(size));
    }
  });

  it('keep the order of the first page while rooms become active, and show the present state of each', async () => {
    const before = (await phone.request('room.list', {})).data;
    const { data: first, meta } = await phone.request('room.list', { limit: 4 });
    await sendMessage(bob.device, { id: before.at(-1)!.id }, 'now on top');
    await createGroup(phone, [bob], 'new');
    const { data: rest } = await phone.request('room.list', { cursor: meta?.next_cursor });
    expect(idsOf([...first, ...rest])).toEqual(idsOf(before));
    expect(rest.at(-1)).toMatchObject({ last_message: { content: 'now on top' }, unread_count: 1 });
  });

  it('miss no room while its messages are deleted', async () => {
    const before = (await phone.request('room.list', {})).data;
    const pages = await walk(2, async (page) => {
      const { last_message: message } = before[page]!;
      if (message) await phone.request('message.modify', { action: 'delete', message_id: message.id });
    });
    expect([...new Set(pages.flat())].sort()).toEqual(idsOf(before).sort());
  });

  it('contain every room once while others send', async () => {
    const all = idsOf(made).sort();
    let sent = 0;
    const talks = (): Promise<unknown> => sendMessage(bob.device, made[(sent += 4) % ROOMS]!, 'and more');
    await runAlongside([talks, talks, talks], async () => {
      for (let round = 0; round < 30; round += 1) {
        const pages = await walk(2, () => Promise.resolve());
        expect(pages.flat().sort()).toEqual(all);
      }
    });
  });
});

describe('room.list with MESSAGE_SOFT_DELETE=true', () => {
  let keeper: Service;

  beforeAll(async () => {
    keeper = await sharedService('keepDeletedMessages');
  });

  it('shows the newest message that is not deleted, and sorts by it, on every page', async () => {
    const { carol } = await users(keeper, 'carol');
    const device = await carol.connect();
    const deletes = (...messages: Message[]): Promise<unknown> =>
      device.request('message.modify', { action: 'delete', message_id: messages.map(({ id }) => id) });
    const [low, middle, top] = [
      await createGroup(device, []),
      await createGroup(device, []),
      await createGroup(device, []),
    ];
    const older = await sendMessage(device, low, 'older');
    await sendMessage(device, middle, 'between');
    await deletes(await sendMessage(device, low, 'newer'), await sendMessage(device, low, 'newest'));
    await sendMessage(device, top, 'on top');

    const { data: all } = await device.request('room.list', {});
    expect(all).toMatchObject([{ id: top.id }, { id: middle.id }, { last_message: older }]);
    const { meta } = await device.request('room.list', { limit: 1 });
    await deletes(older);
    const { data: rest } = await device.request('room.list', { cursor: meta?.next_cursor });
    expect(rest).toMatchObject([{ id: middle.id }, { id: low.id, last_message: null }]);
  });
});
