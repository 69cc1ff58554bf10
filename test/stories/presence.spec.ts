import type { Presence } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { crowd, people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { Service } from '../support/service.js';
import { areOpen } from '../support/sessions.js';
import { A_TIME, groupOf, onADevice } from '../support/talk.js';

const subscribe = async (device: ChatClient, ...to: readonly Person[]): Promise<readonly Presence[]> =>
  (await device.ask('presence.subscribe', { user_ids: to.map(({ id }) => id) })).data;

/** Subscribes until all have the status: nodes learn of a session a moment after it opens. */
async function standAs(device: ChatClient, status: string, ...to: readonly Person[]): Promise<void> {
  await eventually(async () => {
    const stand = await subscribe(device, ...to);
    return stand.length === to.length && stand.every((each) => each.status === status);
  });
  await device.rest();
}

/** The next presence of a user that a device receives. */
async function hearsOf(device: ChatClient, person: Person): Promise<Presence> {
  const isOf = ({ user_id: id }: Presence): boolean => id === person.id;
  const { data } = await device.hears('presence.dispatch', (frame) => frame.data.some(isOf));
  return data.find(isOf)!;
}

const newsOf = (frames: readonly Frame[], { id }: Person): unknown[] =>
  frames.filter((frame) => (frame.data as Presence[]).some((each) => each.user_id === id));

describe('presence.subscribe', () => {
  let parley: Service;
  let alice: Person;
  let bob: Person;
  let carol: Person;
  let phone: ChatClient;
  let bobs: ChatClient;
  let carols: ChatClient;
  let room: string;

  beforeAll(async () => {
    // No user becomes away only because the story takes long.
    parley = await Service.start({ INACTIVITY_THRESHOLD: '3600' });
  });
  afterAll(() => parley.stop());

  beforeEach(async () => {
    ({ alice, bob, carol } = await people(parley, 'alice', 'bob', 'carol'));
    [phone, bobs, carols] = await Promise.all([alice.arrives(), bob.arrives(), carol.arrives()]);
    ({ id: room } = await groupOf(phone, [
      { person: bob, device: bobs },
      { person: carol, device: carols },
    ]));
    await standAs(phone, 'online', bob, carol);
  });
  afterEach(() => Promise.all([phone, bobs, carols].filter(({ isOpen }) => isOpen).map((device) => device.leaves())));

  /** Leaves, and waits until every node can know it. */
  async function isGone(person: Person, device: ChatClient, left = 0): Promise<void> {
    await device.leaves();
    await areOpen(left, parley.place, person.username);
  }

  /** Carol leaves last: her presence arrives after every other presence that was due. */
  async function untilCarolIsGone(device = phone): Promise<Frame[]> {
    await isGone(carol, carols);
    await expect(hearsOf(device, carol)).resolves.toEqual({ user_id: carol.id, status: 'offline', last_seen: A_TIME });
    return device.rest();
  }

  it('returns the presence of users who share a room with the requester, and leaves out all others', async () => {
    const { dave, erin } = await people(parley, 'dave', 'erin');
    const strangers = await dave.arrives();
    await phone.ask('room.create', { type: 'OneToOneChat', participants: [erin.id] });
    const stand = await subscribe(phone, bob, erin, dave, carol, bob);
    const nobody = { user_ids: [2_147_483_647] };
    await expect(phone.ask('presence.subscribe', nobody)).resolves.toMatchObject({ data: [] });
    const expected = [
      { user_id: bob.id, status: 'online', last_seen: A_TIME },
      { user_id: carol.id, status: 'online', last_seen: A_TIME },
      { user_id: erin.id, status: 'offline', last_seen: null },
    ];
    expect(stand).toEqual(expected.sort((one, other) => one.user_id - other.user_id));
    await strangers.leaves();
  });

  it("notifies when a user's last device disconnects, and when the user is back", async () => {
    const bobsOther = await bob.arrives();
    await areOpen(2, parley.place, bob.username);
    await isGone(bob, bobsOther, 1);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await bobs.leaves();
    await expect(hearsOf(phone, bob)).resolves.toEqual({ user_id: bob.id, status: 'offline', last_seen: A_TIME });
    bobs = await bob.arrives();
    await expect(hearsOf(phone, bob)).resolves.toMatchObject({ status: 'online' });
  });

  it('does not notify of a user who reconnects immediately', async () => {
    await bobs.leaves();
    bobs = await bob.arrives();
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
  });

  it('is replaced by the next subscription of the connection, and ended by one without users', async () => {
    const laptop = await alice.arrives();
    await standAs(laptop, 'online', bob);
    await subscribe(phone, bob);
    await subscribe(phone, carol);
    await isGone(bob, bobs);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await expect(hearsOf(laptop, bob)).resolves.toMatchObject({ status: 'offline' });
    await subscribe(phone, bob);
    await expect(subscribe(phone)).resolves.toEqual([]);
    bobs = await bob.arrives();
    await expect(hearsOf(laptop, bob)).resolves.toMatchObject({ status: 'online' });
    await expect(phone.rest()).resolves.toEqual([]);
    await laptop.leaves();
  });

  it('stops for a user who shares no room with the requester any more', async () => {
    await phone.ask('room.remove_members', { room_id: room, members: [bob.id] });
    await phone.rest();
    await isGone(bob, bobs);
    expect(newsOf(await untilCarolIsGone(), bob)).toEqual([]);
    await phone.ask('room.add_members', { room_id: room, members: [bob.id] });
    await standAs(phone, 'offline', bob, carol);
    bobs = await bob.arrives();
    await expect(hearsOf(phone, bob)).resolves.toMatchObject({ status: 'online' });
  });

  it('notifies only connections that have subscribed', async () => {
    const laptop = await alice.arrives();
    await untilCarolIsGone();
    expect((await laptop.rest()).filter(({ eventType }) => eventType === 'presence.dispatch')).toEqual([]);
    await laptop.leaves();
  });

  it.each([[{}], [{ user_ids: ['2'] }], [{ user_ids: 2 }], [{ user_ids: [0] }], [{ user_ids: Array(10_001).fill(1) }]])(
    'refuses invalid user ids',
    async (data) => {
      const { code, detail } = await phone.isRefused('presence.subscribe', data);
      expect([code, Object.keys(detail)]).toEqual([4003, ['user_ids']]);
    },
  );

  it('accepts as many users as one event may name', async () => {
    const many = Array.from({ length: 101 }, (_, at) => at + 1);
    await phone.ask('presence.subscribe', { user_ids: many.slice(1) });
    const refused = await phone.isRefused('presence.subscribe', { user_ids: many });
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
    const [alice, bob] = await crowd(parley, 2);
    const [phone, bobs] = [await alice!.arrives(), await onADevice(bob!)];
    await groupOf(phone, [bobs]);
    await standAs(phone, 'away', bob!);
    heart = setInterval(() => bobs.device.asks('session.heartbeat', {}), 100);
    const about = { user_id: bob!.id, last_seen: A_TIME };
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'online' });
    clearInterval(heart);
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'away' });
    await bobs.device.leaves();
    await expect(hearsOf(phone, bob!)).resolves.toEqual({ ...about, status: 'offline' });
    await phone.leaves();
  });
});
