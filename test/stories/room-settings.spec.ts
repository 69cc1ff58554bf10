import {
  expectRoomUpdate,
  createRoomsFixture,
  expectModifyRefused,
  closeRoomsFixture,
  modify,
  withoutMembers,
} from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { sendMessage } from '../support/messaging.js';

let parley: Service;
let fixture: RoomsFixture;
let phone: RoomsFixture['phone'];
let laptop: RoomsFixture['laptop'];
let bobDevice: RoomsFixture['bobDevice'];
let carolDevice: RoomsFixture['carolDevice'];
let outsiderDevice: RoomsFixture['outsiderDevice'];
let group: RoomsFixture['group'];
let channel: RoomsFixture['channel'];
let chat: RoomsFixture['chat'];

beforeAll(async () => {
  parley = await sharedService();
});

beforeEach(async () => {
  fixture = await createRoomsFixture(parley);
  ({ phone, laptop, bobDevice, carolDevice, outsiderDevice, group, channel, chat } = fixture);
});
afterEach(() => closeRoomsFixture(fixture));

describe('room.modify with the action update', () => {
  it.each([
    ['name', 'Best friends'],
    ['description', 'Who we are: <b>& co</b> 🦜'],
    ['avatar', 'https://example.com/a.png'],
    ['group_locked', true],
    ['join_approval_required', true],
    ['max_participants', 3],
    ['slow_mode_seconds', 21_600],
    ['message_ttl_seconds', 60],
    ['max_message_length', 1],
    ['media_allowed', false],
    ['property', { preferences: { theme: 'dark', nested: { list: [1, '\u0000'] } } }],
  ])("changes a group's %s", async (key, value) => {
    const changed = await expectRoomUpdate(fixture, group, 'update', { [key]: value });
    const settings = { [key]: value, updated_at: changed.updated_at, last_seq: group.last_seq + 1 };
    expect(changed).toEqual({ ...withoutMembers(group), ...settings });
    await expect(carolDevice.request('room.info', { room_id: group.id })).resolves.toMatchObject({
      data: { ...group, ...settings },
    });
  });

  it.each([
    ['name', 'Better news'],
    ['description', ''],
    ['avatar', 'http://localhost:8080/a.png'],
    ['is_public', true],
    ['max_subscribers', 3],
    ['slow_mode_seconds', 1],
    ['property', { preferences: { theme: 'light' } }],
  ])("changes a channel's %s", async (key, value) => {
    if (key === 'description') await expectRoomUpdate(fixture, channel, 'update', { description: 'before' });
    const changed = await expectRoomUpdate(fixture, channel, 'update', { [key]: value });
    expect(changed).toMatchObject({ [key]: value });
    expect(Object.keys(changed).sort()).toEqual(Object.keys(withoutMembers(channel)).sort());
  });

  it('changes the preferences of a OneToOneChat, for either of its users', async () => {
    for (const device of [phone, bobDevice]) {
      const property = { preferences: { by: device === phone ? 'alice' : 'bob' } };
      const changed = await expectRoomUpdate(fixture, chat, 'update', { property }, device);
      expect(changed).toMatchObject({ property });
      expect(Object.keys(changed).sort()).toEqual(Object.keys(withoutMembers(chat)).sort());
    }
  });

  it('removes an avatar', async () => {
    await expectRoomUpdate(fixture, group, 'update', { avatar: 'https://example.com/a.png' });
    await expect(expectRoomUpdate(fixture, group, 'update', { avatar: null })).resolves.toMatchObject({ avatar: null });
  });

  it('to the present values is answered only to the requester', async () => {
    const unchanged = await modify(phone, group, 'update', { name: group.name, property: { preferences: {} } });
    expect(unchanged).toMatchObject({ data: withoutMembers(group), meta: { changed: false } });
    expect(unchanged.data).not.toHaveProperty('participants');
    expect(unchanged.seq).toBeUndefined();
  });

  it('locks a group for all but its admins immediately, and unlocks it', async () => {
    await sendMessage(bobDevice, group, 'may I?');
    for (const device of [phone, laptop, carolDevice]) await device.receive('message.dispatch');
    await expectRoomUpdate(fixture, group, 'update', { group_locked: true });
    await expect(
      bobDevice.expectRefused('message.send', { room_id: group.id, content: 'and now?' }),
    ).resolves.toMatchObject({
      code: 4002,
    });
    await sendMessage(phone, group, 'I may');
    await expectRoomUpdate(fixture, group, 'update', { group_locked: false });
    await sendMessage(bobDevice, group, 'me too');
    for (const device of [phone, laptop, bobDevice, carolDevice]) await device.drain();
  });

  it('refuses settings of another type of room', async () => {
    for (const [room, data] of [
      [channel, { group_locked: true }],
      [channel, { max_participants: 9 }],
      [chat, { name: 'Us' }],
    ] as const) {
      await expect(expectModifyRefused(phone, room, 'update', data)).resolves.toMatchObject({ code: 4003 });
    }
  });

  it('is allowed only to leaders', async () => {
    for (const room of [group, channel]) {
      await expect(expectModifyRefused(bobDevice, room, 'update', { name: 'Mine' })).resolves.toMatchObject({
        code: 4002,
      });
      await expect(expectModifyRefused(outsiderDevice, room, 'update', { name: 'Mine' })).resolves.toMatchObject({
        code: 4004,
      });
    }
  });
});
