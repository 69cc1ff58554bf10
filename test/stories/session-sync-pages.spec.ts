import type { Message, Room, SyncPage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { ClientState, sync, syncInto } from '../support/client-state.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';

const A_PAGE = 200;
const ROOMS_A_PAGE = 200;

let parley: Service;
let alice: Member;
let bob: Member;

beforeAll(async () => {
  parley = await sharedService();
});
beforeEach(async () => {
  const { alice: one, bob: other } = await users(parley, 'alice', 'bob');
  [alice, bob] = await Promise.all([connectMember(one), connectMember(other)]);
});

/** Sends all requests without waiting. @returns their answers */
async function requestAll<Data>(device: ChatClient, eventType: string, requests: readonly object[]): Promise<Data[]> {
  const requested = requests.map((data) => device.sendRequest(eventType, data));
  const answers: Data[] = [];
  for (const requestId of requested) answers.push((await device.response(requestId)).data as Data);
  return answers;
}

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

const sendMany = (device: ChatClient, room: Room, count: number, extra_fields: object = {}): Promise<Message[]> =>
  requestAll(
    device,
    'message.send',
    times(count, (at) => ({ room_id: room.id, content: String(at), extra_fields })),
  );

const idsOn = (pages: readonly SyncPage[]): string[] =>
  pages.flatMap(({ rooms }) => rooms.flatMap(({ messages }) => messages.map(({ id }) => id)));

describe('a sync of more than one page', () => {
  it('returns further pages, each from where the previous one ended', async () => {
    const room = await createGroup(alice.device, [bob]);
    const messages = await sendMany(alice.device, room, 2 * A_PAGE + 50);
    const pages = await sync(bob.device, { rooms: { [room.id]: 1 } });
    expect(pages.map(({ complete }) => complete)).toEqual([false, false, true]);
    expect(idsOn(pages)).toEqual(messages.map(({ id }) => id));
    const ends = pages.map(({ rooms }) => rooms.map(({ last_seq }) => last_seq));
    expect(ends).toEqual([[A_PAGE + 1], [2 * A_PAGE + 1], [messages.at(-1)!.seq]]);
    expect(pages.map(({ rooms }) => rooms[0]!.marks.length)).toEqual([0, 0, 2]);
    const fromTheSecond = await sync(bob.device, { rooms: { [room.id]: A_PAGE + 1 } });
    expect(fromTheSecond).toEqual(pages.slice(1));
  });

  it('contains a changed room on the page of its change', async () => {
    const room = await createGroup(alice.device, [bob]);
    const renames = async (name: string): Promise<unknown> =>
      alice.device.request('room.modify', { room_id: room.id, action: 'update', data: { name } });
    await renames('Old friends');
    await sendMany(alice.device, room, A_PAGE + 50);
    const rooms = { [room.id]: 1 };
    const named = (pages: SyncPage[]): unknown[] =>
      pages.map(({ rooms: [part] }) => part!.room && 'name' in part!.room && part!.room.name);
    expect(named(await sync(bob.device, { rooms }))).toEqual(['Old friends', null]);
    await renames('Best friends');
    expect(named(await sync(bob.device, { rooms }))).toEqual([null, 'Best friends']);
  });

  it('contains all replies that show an edited message, even if they exceed a page', async () => {
    const room = await createGroup(alice.device, [bob]);
    const parent = await sendMessage(alice.device, room, 'does it rain?');
    const replies = await sendMany(alice.device, room, A_PAGE + 50, { parent_message_id: parent.id });
    const last = replies.at(-1)!;
    const extra_fields = { content: 'does it rain again?' };
    await alice.device.request('message.modify', { action: 'update', message_id: parent.id, extra_fields });
    const pages = await sync(bob.device, { rooms: { [room.id]: last.seq } });
    expect(pages).toHaveLength(2);
    expect(pages.map(({ rooms }) => rooms[0]!.last_seq)).toEqual([last.seq, last.seq + 1]);
    expect(idsOn(pages).sort()).toEqual([parent, ...replies].map(({ id }) => id).sort());
  });

  it('contains every room once, whatever their number', async () => {
    const group = (at: number): object => ({ type: 'GroupChat', name: String(at), participants: [bob.user.id] });
    const rooms = await requestAll<Room>(alice.device, 'room.create', times(ROOMS_A_PAGE + 5, group));
    const expected = rooms.map(({ id }) => id).sort();
    const idsOf = (pages: SyncPage[]): string[] => pages.flatMap((page) => page.rooms.map(({ room_id: id }) => id));
    const first = await sync(bob.device, {});
    expect(idsOf(first)).toEqual(expected);
    const again = await sync(bob.device, { rooms: Object.fromEntries(expected.map((id) => [id, 1])) });
    expect(idsOf(again)).toEqual(expected);
    expect(again.map((page) => page.rooms.length)).toEqual([ROOMS_A_PAGE, 5]);
    expect(again.flatMap((page) => page.rooms).filter(({ room, messages }) => room ?? messages.length > 0)).toEqual([]);
  });
});

describe('a client that syncs while others send', () => {
  /** Sends messages, edits them, and deletes some of them. */
  async function isBusy({ device }: Member, room: Room, requests: number): Promise<void> {
    for (let at = 0; at < requests; at += 1) {
      const { id } = await sendMessage(device, room, `live ${String(at)}`);
      const { id: reply } = await sendMessage(device, room, 'and');
      await device.request('message.react', { type: 'add', message_id: id, reaction_content: '🦜' });
      const extra_fields = { content: `changed ${String(at)}` };
      await device.request('message.modify', { action: 'update', message_id: id, extra_fields });
      if (at % 3 === 0) await device.request('message.modify', { action: 'delete', message_id: reply });
      if (at % 5 === 0)
        await device.request('room.modify', { room_id: room.id, action: 'update', data: { name: String(at) } });
    }
  }

  const REQUESTS = 25;
  const SYNCS = 6;

  it('has the present state at the end, by sequence numbers alone', async () => {
    const { carol } = await users(parley, 'carol');
    const carols = await connectMember(carol);
    const rooms = [
      await createGroup(alice.device, [bob, carols], 'One'),
      await createGroup(alice.device, [bob, carols], 'Two'),
      await createGroup(carols.device, [bob, alice], 'Three'),
    ];
    const copy = new ClientState();
    for (const frame of await bob.device.drain()) copy.apply(frame);
    await syncInto(bob.device, copy);
    await bob.device.close();
    for (const room of rooms) await sendMany(alice.device, room, 2 * A_PAGE);

    const device = await bob.user.connect();
    const isSending = Promise.all([isBusy(alice, rooms[0]!, REQUESTS), isBusy(carols, rooms[2]!, REQUESTS)]);
    for (let count = 0; count < SYNCS; count += 1) {
      device.sendRequest('session.sync', copy.syncRequest());
      for (const frame of await device.drain()) copy.apply(frame);
    }
    await isSending;
    for (const frame of await device.drain()) copy.apply(frame);
    expect(copy.isBehind).toBe(false);
    await followsOn(copy, device, carol);
  });

  /** Without a further sync: live frames continue where the pages have ended. */
  async function followsOn(copy: ClientState, device: ChatClient, carol: TestUser): Promise<void> {
    const { data: made } = await alice.device.request('room.create', {
      type: 'GroupChat',
      name: 'Four',
      participants: [carol.id],
    });
    await alice.device.request('room.add_members', { room_id: made.id, members: [bob.user.id] });
    await sendMessage(alice.device, made, 'welcome');
    for (const frame of await device.drain()) copy.apply(frame);
    const anew = await ClientState.create(device);
    expect(anew.roomIds).toEqual(copy.roomIds);
    expect(withoutMarks(copy.view())).toEqual(withoutMarks(anew.view(copy)));
  }
});

/** Read marks have no sequence number: live, they arrive as receipts. */
const withoutMarks = (seen: Record<string, object>): object =>
  Object.fromEntries(Object.entries(seen).map(([id, room]) => [id, { ...room, marks: [] }]));
