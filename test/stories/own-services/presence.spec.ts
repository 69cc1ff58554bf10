import type { Presence } from '@parley/protocol';

import type { ChatClient } from '../../support/chat-client.js';
import { eventually } from '../../support/eventually.js';
import type { Frame } from '../../support/frames.js';
import { manyUsers, users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { Service } from '../../support/service.js';
import { waitForOpenSessions } from '../../support/sessions.js';
import { ANY_TIME, createGroup, connectMember } from '../../support/messaging.js';

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

/** The service reports a user as offline 7 to 9 seconds after the last connection has closed. */
const OFFLINE_TIMEOUT_MS = 20_000;

/** The next presence of a user that a device receives. */
async function hearsOf(device: ChatClient, user: TestUser): Promise<Presence> {
  const isOf = ({ user_id: id }: Presence): boolean => id === user.id;
  const { data } = await device.receive('presence.dispatch', (frame) => frame.data.some(isOf), OFFLINE_TIMEOUT_MS);
  return data.find(isOf)!;
}

const newsOf = (frames: readonly Frame[], { id }: TestUser): unknown[] =>
  frames.filter((frame) => (frame.data as Presence[]).some((each) => each.user_id === id));

interface Friends {
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly carol: TestUser;
  readonly phone: ChatClient;
  readonly bobDevice: ChatClient;
  readonly room: string;
  /** Carol leaves last: her presence arrives after every other presence that was due. Returns what arrived before. */
  untilCarolIsGone(): Promise<Frame[]>;
}

/** Leaves, and waits until every node can know it. */
async function isGone(parley: Service, user: TestUser, device: ChatClient, left = 0): Promise<void> {
  await device.close();
  await waitForOpenSessions(left, parley.serviceData, user.username);
}

// A user is offline a while after the last connection has closed, so the stories wait at the same time.
describe.concurrent('presence.subscribe', () => {
  let parley: Service;
  /** Its users are away as soon as they send no heartbeats. */
  let inactive: Service;

  beforeAll(async () => {
    [parley, inactive] = await Promise.all([
      // No user becomes away only because the story takes long.
      Service.start({ INACTIVITY_THRESHOLD: '3600' }),
      Service.start({ INACTIVITY_THRESHOLD: '2' }),
    ]);
  });
  afterAll(() => Promise.all([parley.stop(), inactive.stop()]));

  /** Alice, Bob and Carol in a group; Alice's phone has received that the others are online. */
  async function friends(): Promise<Friends> {
    const { alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol');
    const [phone, bobs, carols] = await Promise.all([alice.connect(), connectMember(bob), connectMember(carol)]);
    const { id: room } = await createGroup(phone, [bobs, carols]);
    await standAs(phone, 'online', bob, carol);
    return {
      alice,
      bob,
      carol,
      phone,
      room,
      bobDevice: bobs.device,
      untilCarolIsGone: async () => {
        await isGone(parley, carol, carols.device);
        const offline = { user_id: carol.id, status: 'offline', last_seen: ANY_TIME };
        await expect(hearsOf(phone, carol)).resolves.toEqual(offline);
        return phone.drain();
      },
    };
  }

  it('returns the presence of users who share a room with the requester, and leaves out all others', async () => {
    const { bob, carol, phone } = await friends();
    const { dave, erin } = await users(parley, 'dave', 'erin');
    await dave.connect();
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
  });

  it("notifies when a user's last device disconnects, and when the user is back", async () => {
    const { bob, bobDevice, phone, untilCarolIsGone } = await friends();
    const bobsOther = await bob.connect();
    await waitForOpenSessions(2, parley.serviceData, bob.username);
    await isGone(parley, bob, bobsOther, 1);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await bobDevice.close();
    await expect(hearsOf(phone, bob)).resolves.toEqual({ user_id: bob.id, status: 'offline', last_seen: ANY_TIME });
    await bob.connect();
    await expect(hearsOf(phone, bob)).resolves.toMatchObject({ status: 'online' });
  });

  it('does not notify of a user who reconnects immediately', async () => {
    const { bob, bobDevice, untilCarolIsGone } = await friends();
    await bobDevice.close();
    await bob.connect();
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
  });

  it('is replaced by the next subscription of the connection, and ended by one without users', async () => {
    const { alice, bob, bobDevice, carol, phone, untilCarolIsGone } = await friends();
    const laptop = await alice.connect();
    await standAs(laptop, 'online', bob);
    await subscribe(phone, bob);
    await subscribe(phone, carol);
    await isGone(parley, bob, bobDevice);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await expect(hearsOf(laptop, bob)).resolves.toMatchObject({ status: 'offline' });
    await subscribe(phone, bob);
    await expect(subscribe(phone)).resolves.toEqual([]);
    await bob.connect();
    await expect(hearsOf(laptop, bob)).resolves.toMatchObject({ status: 'online' });
    await expect(phone.drain()).resolves.toEqual([]);
  });

  it('stops for a user who shares no room with the requester any more', async () => {
    const { bob, bobDevice, carol, phone, room, untilCarolIsGone } = await friends();
    await phone.request('room.remove_members', { room_id: room, members: [bob.id] });
    await phone.drain();
    await isGone(parley, bob, bobDevice);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await phone.request('room.add_members', { room_id: room, members: [bob.id] });
    await standAs(phone, 'offline', bob, carol);
    await bob.connect();
    await expect(hearsOf(phone, bob)).resolves.toMatchObject({ status: 'online' });
  });

  it('notifies only connections that have subscribed', async () => {
    const { alice, untilCarolIsGone } = await friends();
    const laptop = await alice.connect();
    await untilCarolIsGone();
    expect((await laptop.drain()).filter(({ eventType }) => eventType === 'presence.dispatch')).toEqual([]);
  });

  it.each([[{}], [{ user_ids: ['2'] }], [{ user_ids: 2 }], [{ user_ids: [0] }], [{ user_ids: Array(10_001).fill(1) }]])(
    'refuses invalid user ids',
    async (data) => {
      const { alice } = await users(parley, 'alice');
      const { code, detail } = await (await alice.connect()).expectRefused('presence.subscribe', data);
      expect([code, Object.keys(detail)]).toEqual([4003, ['user_ids']]);
    },
  );

  it('accepts as many users as one event may name', async () => {
    const { alice } = await users(parley, 'alice');
    const phone = await alice.connect();
    const many = Array.from({ length: 101 }, (_, at) => at + 1);
    await phone.request('presence.subscribe', { user_ids: many.slice(1) });
    const refused = await phone.expectRefused('presence.subscribe', { user_ids: many });
    expect(refused).toMatchObject({ code: 4003, detail: { user_ids: ['Must be at most 100 user ids.'] } });
  });

  it('notifies that a user is away, online and offline', async ({ onTestFinished }) => {
    const [alice, bob] = await manyUsers(inactive, 2);
    const [phone, bobs] = [await alice!.connect(), await connectMember(bob!)];
    await createGroup(phone, [bobs]);
    await standAs(phone, 'away', bob!);
    const heart = setInterval(() => bobs.device.sendRequest('session.heartbeat', {}), 100);
    onTestFinished(() => clearInterval(heart));
    const about = { user_id: bob!.id, last_seen: ANY_TIME };
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'online' });
    clearInterval(heart);
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'away' });
    await bobs.device.close();
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'offline' });
  });
});
