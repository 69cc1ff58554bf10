import type { ChatClient } from '../support/chat-client.js';
import { profileView } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let alice: TestUser;
let phone: ChatClient;
let laptop: ChatClient;
let bobDevice: ChatClient;

beforeEach(async () => {
  const parley = await sharedService();
  const found = await users(parley, 'alice', 'bob');
  alice = found.alice;
  [phone, laptop, bobDevice] = await Promise.all([alice.connect(), alice.connect(), found.bob.connect()]);
  await phone.request('room.create', { type: 'OneToOneChat', participants: [found.bob.id] });
  for (const device of [laptop, bobDevice]) await device.receive('roomcreate.dispatch');
});
afterEach(async () => {
  for (const device of [phone, laptop, bobDevice]) {
    await expect(device.drain()).resolves.toEqual([]);
    await device.close();
  }
});

const settings = (addPolicy: string): object => ({
  eventType: 'userupdate.dispatch',
  data: {
    user: profileView(alice),
    add_policy: addPolicy,
    language: null,
  },
});

describe('user.update', () => {
  it('changes who may add the user, and notifies the devices of the user alone', async () => {
    for (const addPolicy of ['nobody', 'shared', 'everyone']) {
      const { request_id: requestId, ...answer } = await phone.request('user.update', { add_policy: addPolicy });
      expect(requestId).toEqual(expect.any(String));
      expect(answer).toEqual(settings(addPolicy));
      await expect(laptop.receive('userupdate.dispatch')).resolves.toEqual(settings(addPolicy));
    }
  });

  it('without a setting returns the present settings to the requester', async () => {
    await expect(laptop.request('user.update', {})).resolves.toMatchObject({
      ...settings('everyone'),
      meta: { changed: false },
    });
    await phone.request('user.update', { add_policy: 'nobody' });
    await laptop.receive('userupdate.dispatch');
    await expect(laptop.request('user.update', {})).resolves.toMatchObject(settings('nobody'));
  });

  it('with null returns to the default of the deployment', async () => {
    await phone.request('user.update', { add_policy: 'nobody' });
    await expect(phone.request('user.update', { add_policy: null })).resolves.toMatchObject(settings('everyone'));
    for (const addPolicy of ['nobody', 'everyone']) {
      await expect(laptop.receive('userupdate.dispatch')).resolves.toEqual(settings(addPolicy));
    }
  });

  it.each([
    ['add_policy', { add_policy: 'friends' }],
    ['add_policy', { add_policy: true }],
    ['username', { username: 'eve' }],
    ['is_bot', { is_bot: true }],
    ['id', { add_policy: 'nobody', id: 1 }],
  ])('is refused with the field %s of %j, and changes nothing', async (field, data) => {
    const { code, detail } = await phone.expectRefused('user.update', data);
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
    await expect(phone.request('user.update', {})).resolves.toMatchObject(settings('everyone'));
  });
});

describe('the profile in user.update', () => {
  const inAMinute = (): string => new Date(Date.now() + 60_000).toISOString();
  const withStatus = (status: object): object => ({ status: { text: 'Away', ...status } });
  const avatar = (length: number): string => 'https://x.example/'.padEnd(length, 'a');

  it.each<[string, () => object]>([
    ['names of 150 characters', () => ({ first_name: 'é'.repeat(150), last_name: 'é'.repeat(150) })],
    ['an avatar of 500 characters', () => ({ avatar: avatar(500) })],
    ['a status of 100 characters', () => withStatus({ text: '💬'.repeat(100) })],
    ['an emoji of 32 characters', () => withStatus({ text: '', emoji: '💬'.repeat(32) })],
    ['a status that ends', () => withStatus({ until: inAMinute() })],
    ['custom of 8,192 bytes', () => ({ custom: { a: 'a'.repeat(8_192 - 8) } })],
    ['a number of 21 characters', () => ({ custom: { a: 123456789012345680000 } })],
  ])('may have %s', async (_, made) => {
    const data = made();
    const { data: settings } = await phone.request('user.update', data);
    expect(settings.user).toMatchObject(data);
    await laptop.receive('userupdate.dispatch');
    await bobDevice.receive('userupdate.dispatch');
  });

  it.each<[string, object]>([
    ['first_name', { first_name: 'a'.repeat(151) }],
    ['first_name', { first_name: null }],
    ['last_name', { last_name: 'two\nlines' }],
    ['first_name', { first_name: 'two\u2028lines' }],
    ['first_name', { first_name: '\u200b\u3164', last_name: '' }],
    ['avatar', { avatar: avatar(501) }],
    ['avatar', { avatar: 'javascript:alert(1)' }],
    ['status.text', withStatus({ text: 'a'.repeat(101) })],
    ['status', withStatus({ text: ' ' })],
    ['status', withStatus({ text: '\u2800' })],
    ['status', withStatus({ text: 'two\u2029lines' })],
    ['status.until', withStatus({ until: `${String(new Date().getFullYear() + 1)}-02-30T00:00:00Z` })],
    ['status', withStatus({ text: 'two\nlines' })],
    ['status.emoji', withStatus({ emoji: 'a'.repeat(33) })],
    ['status.until', withStatus({ until: 'tomorrow' })],
    ['status.until', withStatus({ until: '2026-13-01T00:00:00Z' })],
    ['status', withStatus({ until: '2020-01-01T00:00:00Z' })],
    ['status', withStatus({ since: inAMinute() })],
    ['custom', { custom: { a: 'a'.repeat(8_192 - 7) } }],
    ['custom', { custom: [] }],
    ['custom', { custom: { a: [1e22] } }],
    ['custom', { custom: null }],
  ])('is refused with an invalid %s, and nothing is changed', async (field, data) => {
    const { code, detail } = await phone.expectRefused('user.update', { add_policy: 'nobody', ...data });
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
    await expect(phone.request('user.update', {})).resolves.toMatchObject(settings('everyone'));
  });
});

describe('ADD_POLICY', () => {
  it('is the setting of users who have not set it', async () => {
    const parley = await Service.start({ ADD_POLICY: 'shared' });
    try {
      const { carol } = await users(parley, 'carol');
      const device = await carol.connect();
      await expect(device.request('user.update', {})).resolves.toMatchObject({ data: { add_policy: 'shared' } });
      await device.close();
    } finally {
      await parley.stop();
    }
  });

  it('stops the start with any other value', async () => {
    const { output } = await Service.expectStartFailure({ ADD_POLICY: 'friends' });
    expect(output).toContain('ADD_POLICY: must be one of: everyone, shared, nobody');
  });
});
