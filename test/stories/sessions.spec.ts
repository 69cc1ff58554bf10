import type { ChatClient } from '../support/chat-client.js';
import { parley, parleyText } from '../support/command.js';
import { eventually } from '../support/eventually.js';
import { opens } from '../support/handshake.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { Service } from '../support/service.js';
import { areOpen, listed, listedAs } from '../support/sessions.js';
import { A_TIME, groupOf, onADevice, says } from '../support/talk.js';

const CLOSED = { code: 1012, reason: 'session_closed' };

/** Connects with a user agent. @returns the device and the id of its session */
async function arrivesOn(person: Person, service: Service, userAgent?: string) {
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const device = await opens(service.url, { token: person.tokens.access, headers, name: person.username });
  const { meta } = await device.hears('chat.notifications');
  return { device, id: meta?.session_id as string };
}

describe('the sessions of a service', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  it('are listed while their sockets are open, each with its device', async () => {
    const { alice, bob } = await people(service, 'alice', 'bob');
    const phone = await arrivesOn(alice, service, 'Phone/1.0 (best of phones)');
    const laptop = await arrivesOn(alice, service, `Laptop/${'9'.repeat(300)}`);
    const others = await arrivesOn(bob, service);
    const ofAlice = { user_id: alice.id, username: alice.username, connected_at: A_TIME, last_seen_at: A_TIME };
    await expect(listedAs(3, service.place)).resolves.toEqual([
      { ...ofAlice, id: phone.id, device: 'Phone/1.0 (best of phones)', state: 'active' },
      { ...ofAlice, id: laptop.id, device: `Laptop/${'9'.repeat(300)}`.slice(0, 256), state: 'active' },
      expect.objectContaining({ id: others.id, username: bob.username, device: '' }),
    ]);
    await expect(listed(service.place, bob.username)).resolves.toMatchObject([{ id: others.id }]);

    await phone.device.leaves();
    await expect(listedAs(1, service.place, alice.username)).resolves.toMatchObject([{ id: laptop.id }]);
    await Promise.all([laptop.device.leaves(), others.device.leaves()]);
    await areOpen(0, service.place);
  });

  it('are closed for a user on every device, and the user may reconnect with the same token', async () => {
    const { carol, dave } = await people(service, 'carol', 'dave');
    const devices = [await carol.arrives(), await carol.arrives()];
    const others = await dave.arrives();
    await areOpen(3, service.place);
    await expect(service.parley('sessions', 'close', carol.username)).resolves.toEqual({
      username: carol.username,
      closed: 2,
    });
    for (const device of devices) await expect(device.closed()).resolves.toEqual(CLOSED);
    await expect(others.rest()).resolves.toEqual([]);
    await (await carol.arrives()).leaves();
    await areOpen(0, service.place, carol.username);
    await expect(service.parley('sessions', 'close', carol.username)).resolves.toMatchObject({ closed: 0 });
    await others.leaves();
  });

  it('are printed safely, whatever a device sends as its user agent', async () => {
    const { heidi } = await people(service, 'heidi');
    const { device } = await arrivesOn(heidi, service, 'Phone\u009b2J/1');
    await areOpen(1, service.place, heidi.username);
    await expect(parleyText(service.place, 'sessions', 'list', heidi.username)).resolves.toMatch(
      /^ID +USERNAME +STATE +CONNECTED +LAST SEEN +DEVICE\n[\da-f-]{36} +heidi\d+ +active +\S+Z +\S+Z +Phone\uFFFD2J\/1\n$/,
    );
    await expect(parleyText(service.place, 'stats')).resolves.toMatch(
      /^METRIC +VALUE\nusers +\d+\n[^]*\nsessions +1\nnodes +\d\n/,
    );
    await expect(parleyText(service.place, 'sessions', 'close', heidi.username)).resolves.toBe(
      `Closed 1 session of ${heidi.username}.\n`,
    );
    await expect(device.closed()).resolves.toEqual(CLOSED);
    await areOpen(0, service.place);
  });

  it('require an existing user', async () => {
    for (const command of ['list', 'close']) {
      await expect(service.parley('sessions', command, 'nobody')).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'No such user: nobody.\n',
      });
    }
  });

  it('are counted in the statistics, together with everything else', async () => {
    const { erin, frank } = await people(service, 'erin', 'frank');
    const [phone, others] = [await erin.arrives(), await onADevice(frank)];
    const laptop = await erin.arrives();
    await says(phone, await groupOf(phone, [others]), 'one');
    const { data: channel } = await phone.ask('room.create', { type: 'Channel', name: 'News' });
    for (const content of ['two', 'three']) await says(phone, channel, content);
    const { data: chat } = await phone.ask('room.create', { type: 'OneToOneChat', participants: [frank.id] });
    await says(phone, chat, 'four');
    await areOpen(3, service.place);
    const everybody = (await service.parley('users', 'list')) as unknown[];
    await service.parley('users', 'deactivate', (await people(service, 'grace')).grace.username);

    await expect(service.parley('stats')).resolves.toEqual({
      users: { total: everybody.length, active: everybody.length - 1, online: 2 },
      rooms: { OneToOneChat: 1, GroupChat: 1, Channel: 1 },
      messages: 4,
      sessions: 3,
      nodes: service.size,
      database_bytes: expect.any(Number) as number,
      pending_migrations: 0,
    });
    await Promise.all([phone, laptop, others.device].map((device) => device.leaves()));
  });
});

describe('a service that stops', () => {
  it('leaves no session behind', async () => {
    const place = await newPlace();
    const service = await Service.start({}, place);
    try {
      const { alice } = await people(service, 'alice');
      const phone = await alice.arrives();
      await areOpen(1, place);
      await service.kill('SIGTERM');
      await phone.closed();
      await expect(listed(place)).resolves.toEqual([]);
      await expect(parley(place, 'stats')).resolves.toMatchObject({ sessions: 0, nodes: 0 });
    } finally {
      await service.stop();
      await place.remove();
    }
  });
});

describe('a session without heartbeats', () => {
  const THRESHOLD = { INACTIVITY_THRESHOLD: '2' };
  let service: Service;
  let place: Place;
  const hearts: NodeJS.Timeout[] = [];

  beforeAll(async () => {
    service = await Service.start(THRESHOLD);
    place = { ...service.place, env: { ...service.place.env, ...THRESHOLD } };
  });
  afterAll(async () => {
    for (const heart of hearts) clearInterval(heart);
    await service.stop();
  });

  const beats = (device: ChatClient): void => {
    hearts.push(setInterval(() => device.asks('session.heartbeat', {}), 100));
  };
  const become = (...states: string[]): Promise<void> =>
    eventually(async () => (await listed(place)).map(({ state }) => state).join() === states.join());

  it('is inactive after the threshold, unlike one with heartbeats, and still receives everything', async () => {
    const { alice, bob } = await people(service, 'alice', 'bob');
    const [silent, lively] = [await onADevice(alice), await bob.arrives()];
    const room = await groupOf(lively, [silent]);
    beats(lively);
    await become('inactive', 'active');
    await says(lively, room, 'are you there?');
    const { data } = await silent.device.hears('message.dispatch');
    expect(data.content).toBe('are you there?');
    beats(silent.device);
    await become('active', 'active');
  });
});
