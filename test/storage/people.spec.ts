import { randomUUID } from 'node:crypto';

import type { ProfilePage } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connectMember, createGroup, profileView } from '../support/messaging.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const UNKNOWN = { code: 4004, detail: 'No such user.' };

/** Letters that no name begins with. */
const word = (): string => randomUUID().replaceAll('-', '');

/** Gives each user a first name, over a connection of their own. */
async function renamed(people: readonly TestUser[], nameOf: (at: number) => object): Promise<void> {
  for (const [at, user] of people.entries()) {
    const device = await user.connect();
    await device.request('user.update', nameOf(at));
    await device.close();
  }
}

const search = async (device: ChatClient, data: object): Promise<ProfilePage> =>
  (await device.request('user.search', data)).data;
const names = ({ users: found }: ProfilePage): string[] => found.map(({ username }) => username);

describe('user.info', () => {
  let parley: Service;
  let alice: TestUser;
  let phone: ChatClient;

  beforeEach(async () => {
    parley = await sharedService();
    ({ alice } = await users(parley, 'alice'));
    phone = await alice.connect();
  });
  afterEach(() => phone.close());

  it('returns users who share a room with the requester, and the requester, in the order of their ids', async () => {
    const { bob, carol } = await users(parley, 'bob', 'carol');
    const member = await connectMember(bob);
    await createGroup(phone, [member]);
    await member.device.request('user.update', { custom: { team: 'blue' } });
    const ids = [bob.id, alice.id, bob.id];
    await expect(phone.request('user.info', { user_ids: ids })).resolves.toMatchObject({
      eventType: 'userinfo.dispatch',
      data: {
        users: [profileView(alice), { ...profileView(bob), custom: { team: 'blue' } }].sort(
          (one, other) => one.id - other.id,
        ),
      },
    });
    for (const stranger of [carol.id, 2_147_483_647]) {
      await expect(phone.expectRefused('user.info', { user_ids: [bob.id, stranger] })).resolves.toMatchObject(UNKNOWN);
    }
    await member.device.close();
  });

  it('no longer returns a user who has left the last common room, nor one who is deactivated', async () => {
    const { bob } = await users(parley, 'bob');
    const member = await connectMember(bob);
    const room = await createGroup(phone, [member]);
    await phone.request('user.info', { user_ids: [bob.id] });
    await parley.parley('users', 'deactivate', bob.username);
    await expect(phone.expectRefused('user.info', { user_ids: [bob.id] })).resolves.toMatchObject(UNKNOWN);
    await parley.parley('users', 'activate', bob.username);
    await phone.request('user.info', { user_ids: [bob.id] });
    await phone.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    await expect(phone.expectRefused('user.info', { user_ids: [bob.id] })).resolves.toMatchObject(UNKNOWN);
  });

  it.each([
    ['no id', []],
    ['a text', ['1']],
    ['more than MAX_BULK_IDS', Array.from({ length: 101 }, (_, at) => at + 1)],
  ])('is refused with %s', async (_, user_ids) => {
    await expect(phone.expectRefused('user.info', { user_ids })).resolves.toMatchObject({
      code: 4003,
      detail: { user_ids: [expect.any(String)] },
    });
  });

  it('is cut where custom would exceed an answer', async () => {
    const small = await sharedService('smallAnswers');
    const people = await manyUsers(small, 12);
    await renamed(people, () => ({ custom: { a: 'a'.repeat(8_000) } }));
    const device = await people[0]!.connect();
    await device.request('room.create', {
      type: 'GroupChat',
      name: 'Big',
      participants: people.map(({ id }) => id),
    });
    const { data, meta } = await device.request('user.info', { user_ids: people.map(({ id }) => id) });
    expect(meta).toEqual({ truncated: true });
    expect(data.users.length).toBeGreaterThan(4);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(65_536);
    await device.close();
  });
});

describe('user.search', () => {
  it('finds the whole username alone by default', async () => {
    const parley = await sharedService();
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const phone = await alice.connect();
    await expect(search(phone, { query: bob.username.toUpperCase() })).resolves.toEqual({
      users: [profileView(bob)],
      next_cursor: null,
    });
    for (const query of ['bo', 'Tester', '\u0000']) {
      await expect(search(phone, { query })).resolves.toEqual({ users: [], next_cursor: null });
    }
    await phone.close();
  });

  it.each(['everyone', 'shared'])(
    'with USER_DIRECTORY=%s finds users by the beginning of each name, page by page',
    async (directory) => {
      const parley = await sharedService(directory === 'everyone' ? 'openDirectories' : 'sharedDirectory');
      const { alice } = await users(parley, 'alice');
      const phone = await alice.connect();
      const people = await manyUsers(parley, 6);
      const name = word();
      await renamed(people, (at) => (at % 2 === 0 ? { first_name: `É${name}` } : { last_name: `É${name}, the %_` }));
      if (directory === 'shared') {
        await expect(search(phone, { query: `é${name}` })).resolves.toMatchObject({ users: [] });
        await phone.request('room.create', {
          type: 'GroupChat',
          name: 'All',
          participants: people.map(({ id }) => id),
        });
      }
      const all = people.map(({ username }) => username).sort();
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await search(phone, { query: `É${name.slice(0, 30)}`, limit: 4, cursor });
        expect(page.users.length).toBe(found.length === 0 ? 4 : 2);
        found.push(...names(page));
        cursor = page.next_cursor;
      }
      expect(found).toEqual(all);
      await expect(search(phone, { query: `É${name}, THE %` })).resolves.toMatchObject({
        users: people
          .filter((_, at) => at % 2 === 1)
          .map(({ id }) => ({ id }))
          .sort((one, other) => one.id - other.id),
      });
      expect(names(await search(phone, { query: all[0]! }))).toContain(all[0]);
      await parley.parley('users', 'deactivate', people[0]!.username);
      expect(names(await search(phone, { query: `É${name}` }))).toHaveLength(5);
      await parley.parley('users', 'delete', people[1]!.username, '--yes');
      expect(names(await search(phone, { query: `É${name}` }))).toHaveLength(4);
      expect(names(await search(phone, { query: 'deleted-' }))).toEqual([]);
      await phone.close();
    },
  );

  it.each(['openDirectories', 'sharedDirectory'] as const)(
    'with %s finds users by words of their names',
    async (kind) => {
      const parley = await sharedService(kind);
      const { alice } = await users(parley, 'alice');
      const phone = await alice.connect();
      const people = await manyUsers(parley, 4);
      await phone.request('room.create', { type: 'GroupChat', name: 'All', participants: people.map(({ id }) => id) });
      const end = word();
      const shown: [string, string][] = [
        ['Anna Maria', `Lopez${end}`],
        ['山田', '太郎'],
        ['Jörg', `Ångström${end}`],
        ['Łukasz', `Đỗ Straße${end}`],
      ];
      await renamed(people, (at) => ({ first_name: shown[at]![0], last_name: shown[at]![1] }));
      const queries = [
        ['Anna M', 'Anna Maria L', `anna maria lopez${end}`, 'Maria L', `lopez${end}`, 'annamarial', 'maria anna'],
        ['山田太', '山田 太郎', '太郎', '山'],
        ['jorg', 'angstrom', 'jo\u0308rg', `JÖRG ANGSTRÖM${end.toUpperCase()}`],
        ['lukasz', 'do strasse', 'ŁUKASZ ĐỖ STRASSE', 'đỗ'],
      ];
      for (const [at, each] of queries.entries()) {
        for (const query of each) {
          const found = names(await search(phone, { query, limit: 100 }));
          expect([query, found.includes(people[at]!.username)]).toEqual([query, true]);
        }
      }
      for (const query of [`anna bob${end}`, `nna lopez${end}`, `lope ${end}`, '._', '🎉']) {
        expect([query, names(await search(phone, { query }))]).toEqual([query, []]);
      }
      await phone.close();
    },
  );

  it.each<[string, object]>([
    ['query', { query: '' }],
    ['query', { query: 'a'.repeat(151) }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 0 }],
    ['cursor', { cursor: 'bm9uc2Vuc2U' }],
    ['cursor', { cursor: Buffer.from(JSON.stringify(['a', 'b'])).toString('base64url') }],
    ['cursor', { cursor: Buffer.from(JSON.stringify(['\u0000'])).toString('base64url') }],
  ])('is refused with an invalid %s', async (field, data) => {
    const parley = await sharedService('openDirectories');
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    const { code, detail } = await phone.expectRefused('user.search', { query: 'a', ...data });
    expect([code, Object.keys(detail)]).toEqual([4003, [field]]);
    await phone.close();
  });
});
