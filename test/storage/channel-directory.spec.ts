import { randomUUID } from 'node:crypto';

import type { ChannelPage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';

let alice: TestUser;
let bob: TestUser;
let phone: ChatClient;
let bobDevice: ChatClient;

beforeEach(async () => {
  const parley = await sharedService('openDirectories');
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  [phone, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
});
afterEach(() => Promise.all([phone.close(), bobDevice.close()]));

const word = (): string => randomUUID().replaceAll('-', '');
const createChannel = async (name: string, isPublic = true): Promise<string> => {
  const extra_fields = { is_public: isPublic, avatar: 'https://x.example/a.png' };
  const { data } = await phone.request('room.create', {
    type: 'Channel',
    name,
    description: 'All of it',
    extra_fields,
  });
  return data.id;
};
const search = async (data: object): Promise<ChannelPage> => (await bobDevice.request('channel.search', data)).data;

describe('channel.search', () => {
  it('returns public Channels by the beginning of their names, page by page', async () => {
    const name = word();
    const ids: string[] = [];
    for (const end of ['C', 'a', 'b', 'B', '%']) ids.push(await createChannel(`${name} ${end}`));
    await createChannel(`${name} private`, false);
    await bobDevice.request('room.join', { room_id: ids[0]! });
    const found: ChannelPage['channels'][number][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await search({ query: name.toUpperCase(), limit: 2, cursor });
      found.push(...page.channels);
      cursor = page.next_cursor;
    }
    expect(found.map(({ name: listed }) => listed.slice(-1).toLowerCase())).toEqual(['%', 'a', 'b', 'b', 'c']);
    const { description, avatar } = { description: 'All of it', avatar: 'https://x.example/a.png' };
    expect(found.at(-1)).toEqual({
      id: ids[0],
      type: 'Channel',
      name: `${name} C`,
      description,
      avatar,
      member_count: 2,
      joined: true,
    });
    expect(found[0]).toMatchObject({ id: ids[4], member_count: 1, joined: false });
    await expect(search({ query: `${name} %` })).resolves.toMatchObject({ channels: [{ id: ids[4] }] });
    const all = await search({});
    expect(all.channels.length).toBeGreaterThanOrEqual(5);
  });

  it('compares names as searches do: without case and marks', async () => {
    const name = word();
    const id = await createChannel(`Ångström-Straße ${name}`);
    for (const query of ['angstrom-strasse', 'ÅNGSTRÖM-STRASSE', 'a\u030angstro\u0308m-stras']) {
      const { channels } = await search({ query });
      expect([query, channels.map((channel) => channel.id).includes(id)]).toEqual([query, true]);
    }
    await expect(search({ query: `angstrom strasse ${name}` })).resolves.toMatchObject({ channels: [] });
  });

  it('no longer returns a Channel that became private, or was deleted', async () => {
    const name = word();
    const [one, other] = [await createChannel(name), await createChannel(name)];
    await phone.request('room.modify', { room_id: one, action: 'update', data: { is_public: false } });
    await expect(search({ query: name })).resolves.toMatchObject({ channels: [{ id: other }], next_cursor: null });
    await phone.request('room.modify', { room_id: other, action: 'delete' });
    await expect(search({ query: name })).resolves.toEqual({ channels: [], next_cursor: null });
  });

  it('does not return a Channel to a user who is banned from it, and returns it after the ban', async () => {
    const name = word();
    const [one, other] = [await createChannel(`${name} a`), await createChannel(`${name} b`)];
    const restrict = (kind: string) =>
      phone.request('room.restrict', {
        room_id: one,
        user_id: bob.id,
        kind,
        ...(kind === 'none' ? {} : { reason: 'x' }),
      });
    const found = async (): Promise<string[]> => (await search({ query: name })).channels.map(({ id }) => id);
    await restrict('mute');
    await expect(found()).resolves.toEqual([one, other]);
    await restrict('ban');
    await expect(found()).resolves.toEqual([other]);
    const { data: hers } = await phone.request('channel.search', { query: name });
    expect(hers.channels).toHaveLength(2);
    await restrict('none');
    await expect(found()).resolves.toEqual([one, other]);
  });

  it.each<[string, object]>([
    ['query', { query: 'a'.repeat(65) }],
    ['limit', { limit: 101 }],
    ['cursor', { cursor: 'bm9uc2Vuc2U' }],
    ['cursor', { cursor: Buffer.from(JSON.stringify(['a', 'b'])).toString('base64url') }],
  ])('is refused with an invalid %s', async (field, data) => {
    const { code, detail } = await phone.expectRefused('channel.search', data);
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
  });

  it('is refused without CHANNEL_DIRECTORY', async () => {
    const { carol } = await users(await sharedService(), 'carol');
    const device = await carol.connect();
    await expect(device.expectRefused('channel.search', {})).resolves.toMatchObject({ code: 4002 });
    await device.close();
  });
});

describe('room.preview', () => {
  const preview = (room_id: string) => bobDevice.request('room.preview', { room_id });
  const isUnknown = async (room_id: string): Promise<void> => {
    const refused = await bobDevice.expectRefused('room.preview', { room_id });
    expect(refused).toMatchObject({ code: 4004, detail: 'No such room.' });
  };

  it('shows a public Channel to anybody, members included', async () => {
    const name = word();
    const id = await createChannel(name);
    const room = { id, type: 'Channel', name, description: 'All of it', avatar: 'https://x.example/a.png' };
    await expect(preview(id.toUpperCase())).resolves.toMatchObject({
      eventType: 'roompreview.dispatch',
      data: { ...room, member_count: 1 },
    });
    await bobDevice.request('room.join', { room_id: id });
    await expect(preview(id)).resolves.toMatchObject({ data: { ...room, member_count: 2 } });
  });

  it('shows a GroupChat that takes join requests', async () => {
    const extra_fields = { join_approval_required: true };
    const { data: group } = await phone.request('room.create', { type: 'GroupChat', name: 'Ask', extra_fields });
    const { data } = await preview(group.id);
    expect(data).toEqual({
      id: group.id,
      type: 'GroupChat',
      name: 'Ask',
      description: '',
      avatar: null,
      member_count: 1,
    });
  });

  it('answers for every other room as for one that does not exist', async () => {
    const { data: group } = await phone.request('room.create', { type: 'GroupChat', name: 'Closed' });
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
    const deleted = await createChannel(word());
    await phone.request('room.modify', { room_id: deleted, action: 'delete' });
    for (const id of [group.id, chat.id, deleted, await createChannel(word(), false), randomUUID()])
      await isUnknown(id);
  });
});
