import { changes, home, isRefused, leaveHome, modify } from '../support/home.js';
import type { Home } from '../support/home.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { says } from '../support/talk.js';

let parley: Service;
let at: Home;
let phone: Home['phone'];
let laptop: Home['laptop'];
let bobs: Home['bobs'];
let carols: Home['carols'];
let strangers: Home['strangers'];
let group: Home['group'];
let channel: Home['channel'];
let chat: Home['chat'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  at = await home(parley);
  ({ phone, laptop, bobs, carols, strangers, group, channel, chat } = at);
});
afterEach(() => leaveHome(at));

describe('room.modify with the action update', () => {
  it.each([
    ['name', 'Best friends'],
    ['description', 'Who we are: <b>& co</b> 🦜'],
    ['avatar', 'https://example.com/a.png'],
    ['group_locked', true],
    ['join_approval_required', true],
    ['max_participants', 3],
    ['property', { preferences: { theme: 'dark', nested: { list: [1, '\u0000'] } } }],
  ])("changes a group's %s", async (key, value) => {
    const changed = await changes(at, group, 'update', { [key]: value });
    expect(changed).toEqual({
      ...group,
      [key]: value,
      updated_at: changed.updated_at,
      last_seq: group.last_seq + 1,
    });
    await expect(carols.ask('room.info', { room_id: group.id })).resolves.toMatchObject({ data: changed });
  });

  it.each([
    ['name', 'Better news'],
    ['description', ''],
    ['avatar', 'http://localhost:8080/a.png'],
    ['is_public', true],
    ['max_subscribers', 3],
    ['property', { preferences: { theme: 'light' } }],
  ])("changes a channel's %s", async (key, value) => {
    if (key === 'description') await changes(at, channel, 'update', { description: 'before' });
    await expect(changes(at, channel, 'update', { [key]: value })).resolves.toMatchObject({ [key]: value });
  });

  it('changes the preferences of a OneToOneChat, for either of its users', async () => {
    for (const device of [phone, bobs]) {
      const property = { preferences: { by: device === phone ? 'alice' : 'bob' } };
      await expect(changes(at, chat, 'update', { property }, device)).resolves.toMatchObject({ property });
    }
  });

  it('removes an avatar', async () => {
    await changes(at, group, 'update', { avatar: 'https://example.com/a.png' });
    await expect(changes(at, group, 'update', { avatar: null })).resolves.toMatchObject({ avatar: null });
  });

  it('to the present values is answered only to the requester', async () => {
    const unchanged = await modify(phone, group, 'update', { name: group.name, property: { preferences: {} } });
    expect(unchanged).toMatchObject({ data: group, meta: { changed: false } });
    expect(unchanged.seq).toBeUndefined();
  });

  it('locks a group for all but its admins immediately, and unlocks it', async () => {
    await says(bobs, group, 'may I?');
    for (const device of [phone, laptop, carols]) await device.hears('message.dispatch');
    await changes(at, group, 'update', { group_locked: true });
    await expect(bobs.isRefused('message.send', { room_id: group.id, content: 'and now?' })).resolves.toMatchObject({
      code: 4002,
    });
    await says(phone, group, 'I may');
    await changes(at, group, 'update', { group_locked: false });
    await says(bobs, group, 'me too');
    for (const device of [phone, laptop, bobs, carols]) await device.rest();
  });

  it('refuses settings of another type of room', async () => {
    for (const [room, data] of [
      [channel, { group_locked: true }],
      [channel, { max_participants: 9 }],
      [chat, { name: 'Us' }],
    ] as const) {
      await expect(isRefused(phone, room, 'update', data)).resolves.toMatchObject({ code: 4003 });
    }
  });

  it('is allowed only to leaders', async () => {
    for (const room of [group, channel]) {
      await expect(isRefused(bobs, room, 'update', { name: 'Mine' })).resolves.toMatchObject({ code: 4002 });
      await expect(isRefused(strangers, room, 'update', { name: 'Mine' })).resolves.toMatchObject({ code: 4004 });
    }
  });
});
