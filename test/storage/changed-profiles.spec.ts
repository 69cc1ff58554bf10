import type { ChangedProfiles } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { sync } from '../support/client-state.js';
import { connected } from '../support/database.js';
import { connectMember, createGroup, profileView } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { Service } from '../support/service.js';

const DAY_MS = 86_400_000;
/** Changes of the last seconds before an answer are returned once more. */
const OVERLAP_MS = 15_000;

const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

let parley: Service;
let alice: Member;
let bob: Member;
let stranger: Member;

beforeAll(async () => {
  parley = await Service.start({});
});
afterAll(() => parley.stop());

beforeEach(async () => {
  const found = await users(parley, 'alice', 'bob', 'carol');
  [alice, bob, stranger] = (await Promise.all([found.alice, found.bob, found.carol].map(connectMember))) as [
    Member,
    Member,
    Member,
  ];
  await createGroup(alice.device, [bob]);
});
afterEach(() => Promise.all([alice, bob, stranger].map(({ device }) => device.close())));

async function changedSince(device: ChatClient, profiles_since: string): Promise<ChangedProfiles> {
  const pages = await sync(device, { rooms: {}, profiles_since });
  const [profiles, ...others] = pages.flatMap((page) => page.profiles ?? []);
  expect(others).toEqual([]);
  return profiles!;
}

describe('the changed profiles of a sync', () => {
  it('are those of users who share a room with the user, as they are now', async () => {
    const since = ago(1_000);
    await bob.device.request('user.update', { first_name: 'Bo' });
    await bob.device.request('user.update', { first_name: 'Robert', custom: { team: 'blue' } });
    await stranger.device.request('user.update', { first_name: 'Caroline' });
    await alice.device.request('user.update', { first_name: 'Alicia' });
    const changed = { ...profileView(bob.user), first_name: 'Robert', custom: { team: 'blue' } };
    await expect(changedSince(alice.device, since)).resolves.toMatchObject({ users: [changed], reset: false });
    await expect(changedSince(stranger.device, since)).resolves.toMatchObject({ users: [], reset: false });
  });

  it('are returned from the end of the last answer on, with an overlap for changes in progress', async () => {
    const { until } = await changedSince(alice.device, ago(1_000));
    expect(Date.parse(until)).toBeLessThanOrEqual(Date.now() - OVERLAP_MS + 1_000);
    await bob.device.request('user.update', { status: { text: 'Away' } });
    await expect(changedSince(alice.device, until)).resolves.toMatchObject({ users: [{ status: { text: 'Away' } }] });
    await expect(changedSince(alice.device, ago(-DAY_MS))).resolves.toMatchObject({ users: [], reset: false });
  });

  it('are no part of a sync that does not ask for them, and must be asked for with a time', async () => {
    const pages = await sync(alice.device, { rooms: {} });
    expect(pages.some((page) => 'profiles' in page)).toBe(false);
    for (const profiles_since of ['yesterday', 5, '2026-01-01']) {
      await expect(alice.device.expectRefused('session.sync', { profiles_since })).resolves.toMatchObject({
        code: 4003,
      });
    }
  });

  it('are not those of a user who is deactivated or has left the room', async () => {
    const since = ago(1_000);
    await bob.device.request('user.update', { first_name: 'Robert' });
    await parley.parley('users', 'deactivate', bob.user.username);
    await expect(changedSince(alice.device, since)).resolves.toMatchObject({ users: [], reset: false });
  });

  it('are not those of a user whom the user blocks, nor of one who blocks the user', async () => {
    const since = ago(1_000);
    await alice.device.request('user.block', { user_id: bob.user.id, blocked: true });
    for (const { device } of [alice, bob]) await device.request('user.update', { status: { text: 'Away' } });
    await expect(changedSince(alice.device, since)).resolves.toMatchObject({ users: [], reset: false });
    await expect(changedSince(bob.device, since)).resolves.toMatchObject({ users: [], reset: false });
  });

  it('are too old to be returned after 30 days', async () => {
    await expect(changedSince(alice.device, ago(29 * DAY_MS))).resolves.toMatchObject({ reset: false });
    await expect(changedSince(alice.device, ago(31 * DAY_MS))).resolves.toMatchObject({ users: [], reset: true });
  });

  it.each([
    [500, false],
    [501, true],
  ])('of %d users are returned as reset %s', async (count, reset) => {
    const database = await connected(parley.serviceData);
    try {
      await database.query(
        `WITH made AS (
           INSERT INTO users (username, username_key, username_skeleton, password_hash, profile_changed_at)
           SELECT name, name, name, '', now() FROM generate_series(1, $1::int) n
           CROSS JOIN LATERAL (SELECT 'fellow' || $1 || 'of' || n AS name) named RETURNING id),
         own AS (SELECT * FROM room_members WHERE user_id = $2)
         INSERT INTO room_members
         SELECT (jsonb_populate_record(NULL::room_members, to_jsonb(own) || jsonb_build_object('user_id', made.id))).*
         FROM made CROSS JOIN own`,
        [count, alice.user.id],
      );
      // Elsewhere it is a view.
      if (process.env.TEST_CITUS_URL)
        await database.query('INSERT INTO user_rooms SELECT user_id, room_id FROM room_members ON CONFLICT DO NOTHING');
    } finally {
      await database.end();
    }
    const { users: changed, ...answer } = await changedSince(alice.device, ago(10_000));
    expect({ ...answer, count: changed.length }).toMatchObject({ reset, count: reset ? 0 : count });
  });
});
