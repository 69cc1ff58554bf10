import type { SearchPage } from '@parley/protocol';

import { closedRooms, SECRET } from '../support/closed-rooms.js';
import { home } from '../support/home.js';
import type { Home } from '../support/home.js';
import { logIn, people } from '../support/people.js';
import { finds, saysAll, search, shows } from '../support/searches.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { historyOf, says, seen } from '../support/talk.js';

let parley: Service;
let at: Home;

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  at = await home(parley);
});
afterEach(() =>
  Promise.all(
    [at.phone, at.laptop, at.bobs, at.carols, at.strangers]
      .filter(({ isOpen }) => isOpen)
      .map((device) => device.leaves()),
  ),
);

describe('message.search', () => {
  it('finds messages with every word, by words and parts of words, and answers only the requester', async () => {
    await saysAll(at.phone, at.group, 'The meeting is tomorrow', 'No meetings today', 'Tomorrow we rest');
    await at.laptop.rest();
    await expect(finds(at.bobs, 'tomorrow')).resolves.toEqual(['Tomorrow we rest', 'The meeting is tomorrow']);
    await expect(finds(at.bobs, 'tomorrow meeting')).resolves.toEqual(['The meeting is tomorrow']);
    await expect(finds(at.bobs, 'eeting')).resolves.toEqual(['No meetings today', 'The meeting is tomorrow']);
    await expect(finds(at.bobs, 'yesterday')).resolves.toEqual([]);
    await expect(shows(at.bobs, 'meet today')).resolves.toEqual(['No [meet]ings [today]']);
    await expect(at.laptop.rest()).resolves.toEqual([]);
  });

  it('returns messages with everything that belongs to them, as other events do', async () => {
    const first = await says(at.phone, at.group, 'something to answer');
    const media = [
      { media_url: 'https://x.example/a.png', media_type: 'image', mime_type: 'image/png', caption: 'pelican' },
    ];
    const extra_fields = { parent_message_id: first.id, media };
    await at.bobs.ask('message.send', { room_id: at.group.id, content: 'an answer, with a heron', extra_fields });
    const [reply] = await historyOf(at.phone, at.group);
    await at.phone.ask('message.react', { type: 'add', message_id: reply!.id, reaction_content: '👍' });
    const { results, next_before } = await search(at.carols, 'heron');
    const [now] = await historyOf(at.carols, at.group);
    expect(results.map(({ message }) => message)).toEqual([now]);
    expect(now).toMatchObject({
      sender: seen(at.bob),
      parent_message: { id: first.id },
      reactions: [{ reaction_content: '👍' }],
    });
    expect(next_before).toBeNull();
    await expect(finds(at.carols, 'pelican')).resolves.toEqual([]);
  });

  it('searches every room of the requester, or the one that is named', async () => {
    for (const room of [at.group, at.channel, at.chat]) await says(at.phone, room, `walrus of the ${room.type}`);
    const everywhere = ['walrus of the OneToOneChat', 'walrus of the Channel', 'walrus of the GroupChat'];
    await expect(finds(at.phone, 'walrus')).resolves.toEqual(everywhere);
    await expect(finds(at.bobs, 'walrus')).resolves.toEqual(everywhere);
    await expect(finds(at.carols, 'walrus')).resolves.toEqual(everywhere.slice(1));
    await expect(finds(at.strangers, 'walrus')).resolves.toEqual([]);
    await expect(finds(at.bobs, 'walrus', { room_id: at.channel.id.toUpperCase() })).resolves.toEqual([everywhere[1]]);
    for (const device of [at.carols, at.strangers]) {
      await expect(device.isRefused('message.search', { query: 'walrus', room_id: at.chat.id })).resolves.toMatchObject(
        {
          code: 4004,
          detail: 'No such room.',
        },
      );
    }
  });

  it('finds nothing in a room after the user was removed or has left, and everything after they rejoin', async () => {
    await says(at.phone, at.group, 'flamingo');
    await says(at.phone, at.channel, 'flamingo');
    await expect(finds(at.carols, 'flamingo')).resolves.toHaveLength(2);
    await at.phone.ask('room.remove_members', { room_id: at.group.id, members: [at.carol.id] });
    await expect(finds(at.carols, 'flamingo')).resolves.toHaveLength(1);
    await expect(
      at.carols.isRefused('message.search', { query: 'flamingo', room_id: at.group.id }),
    ).resolves.toMatchObject({ code: 4004 });
    await at.carols.ask('room.leave', { room_id: at.channel.id });
    await expect(finds(at.carols, 'flamingo')).resolves.toEqual([]);
    await at.phone.ask('room.add_members', { room_id: at.group.id, members: [at.carol.id] });
    await expect(finds(at.carols, 'flamingo')).resolves.toEqual(['flamingo']);
  });

  it('finds an edited message only by its present text', async () => {
    const [message] = await saysAll(at.phone, at.group, 'the old ostrich');
    const extra_fields = { content: 'the new emu' };
    await at.phone.ask('message.modify', { action: 'update', message_id: message!.id, extra_fields });
    await expect(finds(at.bobs, 'ostrich')).resolves.toEqual([]);
    await expect(finds(at.bobs, 'emu')).resolves.toEqual(['the new emu']);
  });

  it('finds no deleted message, and no message of a deleted room', async () => {
    const [message] = await saysAll(at.phone, at.group, 'a puffin', 'another puffin');
    await at.phone.ask('message.modify', { action: 'delete', message_id: message!.id });
    await expect(finds(at.bobs, 'puffin')).resolves.toEqual(['another puffin']);
    await at.phone.ask('room.modify', { room_id: at.group.id, action: 'delete' });
    await expect(finds(at.bobs, 'puffin')).resolves.toEqual([]);
  });

  it('finds no message of an erased user, and the messages of a deleted one', async () => {
    await saysAll(at.bobs, at.group, 'a toucan by Bob');
    await saysAll(at.carols, at.group, 'a toucan by Carol');
    await parley.parley('users', 'erase', at.bob.username);
    await parley.parley('users', 'delete', at.carol.username);
    await expect(finds(at.phone, 'toucan')).resolves.toEqual(['a toucan by Carol']);
  });

  it('returns pages without gaps or duplicates while others send', async () => {
    const contents = Array.from({ length: 23 }, (_, nr) =>
      nr % 3 === 0 ? `gull ${String(nr)}` : `seagulls ${String(nr)}`,
    );
    await saysAll(at.phone, at.group, ...contents);
    const whole = await finds(at.bobs, 'gull', { limit: 50 });
    expect(whole.toSorted()).toEqual(contents.toSorted());
    expect(whole.slice(0, 8).every((content) => content.startsWith('gull'))).toBe(true);
    const read: string[] = [];
    for (let before: string | null = '', page = 0; before !== null; page += 1) {
      const { results, next_before }: SearchPage = await search(at.bobs, 'gull', {
        limit: 5,
        ...(before && { before }),
      });
      read.push(...results.map(({ message }) => message.content));
      await says(at.phone, at.group, `gull in between ${String(page)}`);
      before = next_before;
    }
    expect(read).toEqual(whole);
  });

  it('continues after a page of which messages were deleted', async () => {
    const said = await saysAll(at.phone, at.group, 'tern 1', 'tern 2', 'tern 3', 'tern 4');
    const { next_before: before } = await search(at.bobs, 'tern', { limit: 2 });
    await at.phone.ask('message.modify', { action: 'delete', message_id: [said[2]!.id, said[1]!.id] });
    await expect(finds(at.bobs, 'tern', { limit: 2, before })).resolves.toEqual(['tern 1']);
  });

  it('continues without the room that the user was removed from between two pages', async () => {
    await saysAll(at.phone, at.group, 'crane 1', 'crane 2');
    await saysAll(at.phone, at.channel, 'crane 3');
    const { next_before: before } = await search(at.carols, 'crane', { limit: 1 });
    await at.phone.ask('room.remove_members', { room_id: at.group.id, members: [at.carol.id] });
    await expect(search(at.carols, 'crane', { before })).resolves.toEqual({ results: [], next_before: null });
  });

  it('shows the original of a forwarded message only to users who may read it', async () => {
    const source = await says(at.phone, at.chat, 'a stork, in private');
    const extra_fields = { forwarded_from_id: source.id };
    await at.phone.ask('message.send', { room_id: at.group.id, content: 'forwarded stork', extra_fields });
    const [bobs, carols] = [await search(at.bobs, 'forwarded'), await search(at.carols, 'forwarded')];
    expect(bobs.results[0]!.message.forwarded_from).toMatchObject({ content: 'a stork, in private' });
    expect(carols.results[0]!.message.forwarded_from).toBeNull();
    await expect(finds(at.carols, 'stork')).resolves.toEqual(['forwarded stork']);
  });

  it('finds nothing in rooms that are closed to the user', async () => {
    const closed = await closedRooms(parley);
    for (const { device } of Object.values(closed.outsiders)) {
      await expect(search(device, SECRET)).resolves.toEqual({ results: [], next_before: null });
      await expect(search(device, SECRET.slice(0, 1))).resolves.toEqual({ results: [], next_before: null });
    }
    await expect(search(closed.bobs, SECRET)).resolves.not.toMatchObject({ results: [] });
  });

  it('finds nothing for a user without rooms', async () => {
    const { erin } = await people(parley, 'erin');
    const device = await (await logIn(parley, erin.username)).arrives();
    await expect(search(device, 'anything')).resolves.toEqual({ results: [], next_before: null });
    await device.leaves();
  });
});

describe('message.search with MESSAGE_SOFT_DELETE=true', () => {
  it('finds no deleted message', async () => {
    const keeping = await sharedService('keepDeletedMessages');
    const there = await home(keeping);
    const [message] = await saysAll(there.phone, there.group, 'a kestrel', 'another kestrel');
    await there.phone.ask('message.modify', { action: 'delete', message_id: message!.id });
    await expect(finds(there.bobs, 'kestrel')).resolves.toEqual(['another kestrel']);
  });
});
