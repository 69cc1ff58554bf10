import type { SearchPage } from '@parley/protocol';

import { closedRooms, SECRET } from '../support/closed-rooms.js';
import { createRoomsFixture } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import { logIn, users } from '../support/people.js';
import { expectFound, sendAll, search, expectFragments } from '../support/searches.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { historyOf, sendMessage, userView } from '../support/messaging.js';

let parley: Service;
let fixture: RoomsFixture;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  fixture = await createRoomsFixture(parley);
});
afterEach(() =>
  Promise.all(
    [fixture.phone, fixture.laptop, fixture.bobDevice, fixture.carolDevice, fixture.outsiderDevice]
      .filter(({ isOpen }) => isOpen)
      .map((device) => device.close()),
  ),
);

describe('message.search', () => {
  it('finds messages with every word, by words and parts of words, and answers only the requester', async () => {
    await sendAll(fixture.phone, fixture.group, 'The meeting is tomorrow', 'No meetings today', 'Tomorrow we rest');
    await fixture.laptop.drain();
    await expect(expectFound(fixture.bobDevice, 'tomorrow')).resolves.toEqual([
      'Tomorrow we rest',
      'The meeting is tomorrow',
    ]);
    await expect(expectFound(fixture.bobDevice, 'tomorrow meeting')).resolves.toEqual(['The meeting is tomorrow']);
    await expect(expectFound(fixture.bobDevice, 'eeting')).resolves.toEqual([
      'No meetings today',
      'The meeting is tomorrow',
    ]);
    await expect(expectFound(fixture.bobDevice, 'yesterday')).resolves.toEqual([]);
    await expect(expectFragments(fixture.bobDevice, 'meet today')).resolves.toEqual(['No [meet]ings [today]']);
    await expect(fixture.laptop.drain()).resolves.toEqual([]);
  });

  it('returns messages with everything that belongs to them, as other events do', async () => {
    const first = await sendMessage(fixture.phone, fixture.group, 'something to answer');
    const media = [
      { media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png', caption: 'pelican' },
    ];
    const extra_fields = { parent_message_id: first.id, media };
    await fixture.bobDevice.request('message.send', {
      room_id: fixture.group.id,
      content: 'an answer, with a heron',
      extra_fields,
    });
    const [reply] = await historyOf(fixture.phone, fixture.group);
    await fixture.phone.request('message.react', { type: 'add', message_id: reply!.id, reaction_content: '👍' });
    const { results, next_before } = await search(fixture.carolDevice, 'heron');
    const [now] = await historyOf(fixture.carolDevice, fixture.group);
    expect(results.map(({ message }) => message)).toEqual([now]);
    expect(now).toMatchObject({
      sender: userView(fixture.bob),
      parent_message: { id: first.id },
      reactions: [{ reaction_content: '👍' }],
    });
    expect(next_before).toBeNull();
    await expect(expectFound(fixture.carolDevice, 'pelican')).resolves.toEqual([]);
  });

  it('searches every room of the requester, or the one that is named', async () => {
    for (const room of [fixture.group, fixture.channel, fixture.chat])
      await sendMessage(fixture.phone, room, `walrus of the ${room.type}`);
    const everywhere = ['walrus of the OneToOneChat', 'walrus of the Channel', 'walrus of the GroupChat'];
    await expect(expectFound(fixture.phone, 'walrus')).resolves.toEqual(everywhere);
    await expect(expectFound(fixture.bobDevice, 'walrus')).resolves.toEqual(everywhere);
    await expect(expectFound(fixture.carolDevice, 'walrus')).resolves.toEqual(everywhere.slice(1));
    await expect(expectFound(fixture.outsiderDevice, 'walrus')).resolves.toEqual([]);
    await expect(
      expectFound(fixture.bobDevice, 'walrus', { room_id: fixture.channel.id.toUpperCase() }),
    ).resolves.toEqual([everywhere[1]]);
    for (const device of [fixture.carolDevice, fixture.outsiderDevice]) {
      await expect(
        device.expectRefused('message.search', { query: 'walrus', room_id: fixture.chat.id }),
      ).resolves.toMatchObject({
        code: 4004,
        detail: 'No such room.',
      });
    }
  });

  it('finds nothing in a room after the user was removed or has left, and everything after they rejoin', async () => {
    await sendMessage(fixture.phone, fixture.group, 'flamingo');
    await sendMessage(fixture.phone, fixture.channel, 'flamingo');
    await expect(expectFound(fixture.carolDevice, 'flamingo')).resolves.toHaveLength(2);
    await fixture.phone.request('room.remove_members', { room_id: fixture.group.id, members: [fixture.carol.id] });
    await expect(expectFound(fixture.carolDevice, 'flamingo')).resolves.toHaveLength(1);
    await expect(
      fixture.carolDevice.expectRefused('message.search', { query: 'flamingo', room_id: fixture.group.id }),
    ).resolves.toMatchObject({ code: 4004 });
    await fixture.carolDevice.request('room.leave', { room_id: fixture.channel.id });
    await expect(expectFound(fixture.carolDevice, 'flamingo')).resolves.toEqual([]);
    await fixture.phone.request('room.add_members', { room_id: fixture.group.id, members: [fixture.carol.id] });
    await expect(expectFound(fixture.carolDevice, 'flamingo')).resolves.toEqual(['flamingo']);
  });

  it('finds in each chat only what was sent since the user deleted it', async () => {
    const { phone, bobDevice, carolDevice, group, chat, bob, carol } = fixture;
    const chatWith = async (userId: number) =>
      (await phone.request('room.create', { type: 'OneToOneChat', participants: [userId] })).data;
    const longer = await chatWith(carol.id);
    await sendAll(carolDevice, longer, 'ibis 1', 'ibis 2', 'ibis 3', 'ibis 4', 'ibis 5', 'ibis 6', 'ibis 7', 'ibis 8');
    await sendAll(bobDevice, chat, 'ibis 9');
    await sendAll(bobDevice, group, 'ibis of the group');
    for (const { id } of [longer, chat]) await phone.request('room.modify', { room_id: id, action: 'delete' });
    await expect(expectFound(phone, 'ibis')).resolves.toEqual(['ibis of the group']);
    for (const { id } of [bob, carol]) await chatWith(id);
    await sendAll(bobDevice, chat, 'new ibis by Bob');
    await sendAll(carolDevice, longer, 'new ibis by Carol');
    const found = ['new ibis by Carol', 'new ibis by Bob', 'ibis of the group'];
    await expect(expectFound(phone, 'ibis')).resolves.toEqual(found);
    await expect(expectFound(phone, 'ibis', { room_id: longer.id })).resolves.toEqual(['new ibis by Carol']);
    await expect(expectFound(carolDevice, 'ibis', { room_id: longer.id })).resolves.toHaveLength(9);
  });

  it('finds an edited message only by its present text', async () => {
    const [message] = await sendAll(fixture.phone, fixture.group, 'the old ostrich');
    const extra_fields = { content: 'the new emu' };
    await fixture.phone.request('message.modify', { action: 'update', message_id: message!.id, extra_fields });
    await expect(expectFound(fixture.bobDevice, 'ostrich')).resolves.toEqual([]);
    await expect(expectFound(fixture.bobDevice, 'emu')).resolves.toEqual(['the new emu']);
  });

  it('finds no deleted message, and no message of a deleted room', async () => {
    const [message] = await sendAll(fixture.phone, fixture.group, 'a puffin', 'another puffin');
    await fixture.phone.request('message.modify', { action: 'delete', message_id: message!.id });
    await expect(expectFound(fixture.bobDevice, 'puffin')).resolves.toEqual(['another puffin']);
    await fixture.phone.request('room.modify', { room_id: fixture.group.id, action: 'delete' });
    await expect(expectFound(fixture.bobDevice, 'puffin')).resolves.toEqual([]);
  });

  it('finds no message of an erased user, and the messages of a deleted one', async () => {
    await sendAll(fixture.bobDevice, fixture.group, 'a toucan by Bob');
    await sendAll(fixture.carolDevice, fixture.group, 'a toucan by Carol');
    await parley.parley('users', 'erase', fixture.bob.username, '--yes');
    await parley.parley('users', 'delete', fixture.carol.username, '--yes');
    await expect(expectFound(fixture.phone, 'toucan')).resolves.toEqual(['a toucan by Carol']);
  });

  it('returns pages without gaps or duplicates while others send', async () => {
    const contents = Array.from({ length: 23 }, (_, nr) =>
      nr % 3 === 0 ? `gull ${String(nr)}` : `seagulls ${String(nr)}`,
    );
    await sendAll(fixture.phone, fixture.group, ...contents);
    const whole = await expectFound(fixture.bobDevice, 'gull', { limit: 50 });
    expect(whole.toSorted()).toEqual(contents.toSorted());
    expect(whole.slice(0, 8).every((content) => content.startsWith('gull'))).toBe(true);
    const read: string[] = [];
    for (let before: string | null = '', page = 0; before !== null; page += 1) {
      const { results, next_before }: SearchPage = await search(fixture.bobDevice, 'gull', {
        limit: 5,
        ...(before && { before }),
      });
      read.push(...results.map(({ message }) => message.content));
      await sendMessage(fixture.phone, fixture.group, `gull in between ${String(page)}`);
      before = next_before;
    }
    expect(read).toEqual(whole);
  });

  it('continues after a page of which messages were deleted', async () => {
    const sent = await sendAll(fixture.phone, fixture.group, 'tern 1', 'tern 2', 'tern 3', 'tern 4');
    const { next_before: before } = await search(fixture.bobDevice, 'tern', { limit: 2 });
    await fixture.phone.request('message.modify', { action: 'delete', message_id: [sent[2]!.id, sent[1]!.id] });
    await expect(expectFound(fixture.bobDevice, 'tern', { limit: 2, before })).resolves.toEqual(['tern 1']);
  });

  it('continues without the room that the user was removed from between two pages', async () => {
    await sendAll(fixture.phone, fixture.group, 'crane 1', 'crane 2');
    await sendAll(fixture.phone, fixture.channel, 'crane 3');
    const { next_before: before } = await search(fixture.carolDevice, 'crane', { limit: 1 });
    await fixture.phone.request('room.remove_members', { room_id: fixture.group.id, members: [fixture.carol.id] });
    await expect(search(fixture.carolDevice, 'crane', { before })).resolves.toEqual({ results: [], next_before: null });
  });

  it('shows the original of a forwarded message only to users who may read it', async () => {
    const source = await sendMessage(fixture.phone, fixture.chat, 'a stork, in private');
    const extra_fields = { forwarded_from_id: source.id };
    await fixture.phone.request('message.send', {
      room_id: fixture.group.id,
      content: 'forwarded stork',
      extra_fields,
    });
    const [bobs, carols] = [
      await search(fixture.bobDevice, 'forwarded'),
      await search(fixture.carolDevice, 'forwarded'),
    ];
    expect(bobs.results[0]!.message.forwarded_from).toMatchObject({ content: 'a stork, in private' });
    expect(carols.results[0]!.message.forwarded_from).toBeNull();
    await expect(expectFound(fixture.carolDevice, 'stork')).resolves.toEqual(['forwarded stork']);
  });

  it('finds nothing in rooms that are closed to the user', async () => {
    const closed = await closedRooms(parley);
    for (const { device } of Object.values(closed.outsiders)) {
      await expect(search(device, SECRET)).resolves.toEqual({ results: [], next_before: null });
      await expect(search(device, SECRET.slice(0, 1))).resolves.toEqual({ results: [], next_before: null });
    }
    await expect(search(closed.bobDevice, SECRET)).resolves.not.toMatchObject({ results: [] });
  });

  it('finds nothing for a user without rooms', async () => {
    const { erin } = await users(parley, 'erin');
    const device = await (await logIn(parley, erin.username)).connect();
    await expect(search(device, 'anything')).resolves.toEqual({ results: [], next_before: null });
    await device.close();
  });
});

describe('message.search with MESSAGE_SOFT_DELETE=true', () => {
  it('finds no deleted message', async () => {
    const keeping = await sharedService('keepDeletedMessages');
    const there = await createRoomsFixture(keeping);
    const [message] = await sendAll(there.phone, there.group, 'a kestrel', 'another kestrel');
    await there.phone.request('message.modify', { action: 'delete', message_id: message!.id });
    await expect(expectFound(there.bobDevice, 'kestrel')).resolves.toEqual(['another kestrel']);
  });

  it('without words returns the newest messages that are not deleted', async () => {
    const keeping = await sharedService('keepDeletedMessages');
    const there = await createRoomsFixture(keeping);
    const [, newest] = await sendAll(there.phone, there.group, 'a kestrel', 'another kestrel');
    await there.phone.request('message.modify', { action: 'delete', message_id: newest!.id });
    const { results } = await search(there.bobDevice, '', { from_user_id: newest!.sender.id, limit: 1 });
    expect(results.map(({ message }) => message.content)).toEqual(['a kestrel']);
  });
});
