import type { Presence } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { waitForOpenSessions } from '../support/sessions.js';
import { ANY_TIME, createGroup, connectMember } from '../support/messaging.js';

const subscribe = async (device: ChatClient, ...to: readonly TestUser[]): Promise<readonly Presence[]> =>
  (await device.request('presence.subscribe', { user_ids: to.map(({ id }) => id) })).data;

/** Subscribes until all have the status: nodes learn of a session a moment after it opens. */
async function standAs(device: ChatClient, status: string, ...to: readonly TestUser[]): Promise<void> {
  await eventually(async () => {
    const stand = await subscribe(device, ...to);
    return stand.length === to.length && stand.every((each) => each.status === status);
  });
  await device.drain();
}

/** The next presence of a user that a device receives. */
async function hearsOf(device: ChatClient, user: TestUser): Promise<Presence> {
  const isOf = ({ user_id: id }: Presence): boolean => id === user.id;
  const { data } = await device.receive('presence.dispatch', (frame) => frame.data.some(isOf));
  return data.find(isOf)!;
}

const newsOf = (frames: readonly Frame[], { id }: TestUser): unknown[] =>
  frames.filter((frame) => (frame.data as Presence[]).some((each) => each.user_id === id));

describe('presence.subscribe', () => {
  let parley: Service;
  let alice: TestUser;
  let bob: TestUser;
  let carol: TestUser;
  let phone: ChatClient;
  let bobDevice: ChatClient;
  let carolDevice: ChatClient;
  let room: string;

  beforeAll(async () => {
    // No user becomes away only because the story takes long.
    parley = await Service.start({ INACTIVITY_THRESHOLD: '3600' });
  });
  afterAll(() => parley.stop());

  beforeEach(async () => {
    ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
    [phone, bobDevice, carolDevice] = await Promise.all([alice.connect(), bob.connect(), carol.connect()]);
    ({ id: room } = await createGroup(phone, [
      { user: bob, device: bobDevice },
      { user: carol, device: carolDevice },
    ]));
    await standAs(phone, 'online', bob, carol);
  });
  afterEach(() =>
    Promise.all([phone, bobDevice, carolDevice].filter(({ isOpen }) => isOpen).map((device) => device.close())),
  );

  /** Leaves, and waits until every node can know it. */
  async function isGone(user: TestUser, device: ChatClient, left = 0): Promise<void> {
    await device.close();
    await waitForOpenSessions(left, parley.serviceData, user.username);
  }

  /** Carol leaves last: her presence arrives after every other presence that was due. */
  async function untilCarolIsGone(device = phone): Promise<Frame[]> {
    await isGone(carol, carolDevice);
    await expect(hearsOf(device, carol)).resolves.toEqual({
      user_id: carol.id,
      status: 'offline',
      last_seen: ANY_TIME,
    });
    return device.drain();
  }

  it('returns the presence of users who share a room with the requester, and leaves out all others', async () => {
    const { dave, erin } = await users(parley, 'dave', 'erin');
    const outsiderDevice = await dave.connect();
    await phone.request('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const stand = await subscribe(phone, bob, erin, dave, carol, bob);
    const nobody = { user_ids: [2_147_483_647] };
    await expect(phone.request('presence.subscribe', nobody)).resolves.toMatchObject({ data: [] });
    const expected = [
      { user_id: bob.id, status: 'online', last_seen: ANY_TIME },
      { user_id: carol.id, status: 'online', last_seen: ANY_TIME },
      { user_id: erin.id, status: 'offline', last_seen: null },
    ];
    expect(stand).toEqual(expected.sort((one, other) => one.user_id - other.user_id));
    await outsiderDevice.close();
  });

  it("notifies when a user's last device disconnects, and when the user is back", async () => {
    const bobsOther = await bob.connect();
    await waitForOpenSessions(2, parley.serviceData, bob.username);
    await isGone(bob, bobsOther, 1);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await bobDevice.close();
    await expect(hearsOf(phone, bob)).resolves.toEqual({ user_id: bob.id, status: 'offline', last_seen: ANY_TIME });
    bobDevice = await bob.connect();
    await expect(hearsOf(phone, bob)).resolves.toMatchObject({ status: 'online' });
  });

  it('does not notify of a user who reconnects immediately', async () => {
    await bobDevice.close();
    bobDevice = await bob.connect();
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
  });

  it('is replaced by the next subscription of the connection, and ended by one without users', async () => {
    const laptop = await alice.connect();
    await standAs(laptop, 'online', bob);
    await subscribe(phone, bob);
    await subscribe(phone, carol);
    await isGone(bob, bobDevice);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await expect(hearsOf(laptop, bob)).resolves.toMatchObject({ status: 'offline' });
    await subscribe(phone, bob);
    await expect(subscribe(phone)).resolves.toEqual([]);
    bobDevice = await bob.connect();
    await expect(hearsOf(laptop, bob)).resolves.toMatchObject({ status: 'online' });
    await expect(phone.drain()).resolves.toEqual([]);
    await laptop.close();
  });

  it('stops for a user who shares no room with the requester any more', async () => {
    await phone.request('room.remove_members', { room_id: room, members: [bob.id] });
    await phone.drain();
    await isGone(bob, bobDevice);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await phone.request('room.add_members', { room_id: room, members: [bob.id] });
    await standAs(phone, 'offline', bob, carol);
    bobDevice = await bob.connect();
    await expect(hearsOf(phone, bob)).resolves.toMatchObject({ status: 'online' });
  });

  it('notifies only connections that have subscribed', async () => {
    const laptop = await alice.connect();
    await untilCarolIsGone();
    expect((await laptop.drain()).filter(({ eventType }) => eventType === 'presence.dispatch')).toEqual([]);
    await laptop.close();
  });

  it.each([[{}], [{ user_ids: ['2'] }], [{ user_ids: 2 }], [{ user_ids: [0] }], [{ user_ids: Array(10_001).fill(1) }]])(
    'refuses invalid user ids',
    async (data) => {
      const { code, detail } = await phone.expectRefused('presence.subscribe', data);
      expect([code, Object.keys(detail)]).toEqual([4003, ['user_ids']]);
    },
  );

  it('accepts as many users as one event may name', async () => {
    const many = Array.from({ length: 101 }, (_, at) => at + 1);
    await phone.request('presence.subscribe', { user_ids: many.slice(1) });
    const refused = await phone.expectRefused('presence.subscribe', { user_ids: many });
    expect(refused).toMatchObject({ code: 4003, detail: { user_ids: ['Must be at most 100 user ids.'] } });
  });
});

describe('presence.subscribe for a user without heartbeats', () => {
  let parley: Service;
  let heart: NodeJS.Timeout;

  beforeAll(async () => {
    parley = await Service.start({ INACTIVITY_THRESHOLD: '2' });
  });
  afterAll(async () => {
    clearInterval(heart);
    await parley.stop();
  });

  it('notifies that the user is away, online and offline', async () => {
    const [alice, bob] = await manyUsers(parley, 2);
    const [phone, bobs] = [await alice!.connect(), await connectMember(bob!)];
    await createGroup(phone, [bobs]);
    await standAs(phone, 'away', bob!);
    heart = setInterval(() => bobs.device.sendRequest('session.heartbeat', {}), 100);
    const about = { user_id: bob!.id, last_seen: ANY_TIME };
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'online' });
    clearInterval(heart);
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'away' });
    await bobs.device.close();
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'offline' });
    await phone.close();
  });
});
