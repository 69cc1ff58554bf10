import type { ChatClient } from '../../support/chat-client.js';
import { parley, parleyText } from '../../support/command.js';
import { eventually } from '../../support/eventually.js';
import { openClient } from '../../support/handshake.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';
import { waitForOpenSessions, listSessions, waitForSessions } from '../../support/sessions.js';
import { ANY_TIME, createGroup, connectMember, sendMessage } from '../../support/messaging.js';

const CLOSED = { code: 1012, reason: 'session_closed' };

/** Connects with a user agent. @returns the device and the id of its session */
async function connectOn(user: TestUser, service: Service, userAgent?: string) {
  const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const device = await openClient(service.url, { token: user.tokens.access, headers, name: user.username });
  const { meta } = await device.receive('chat.notifications');
  return { device, id: meta?.session_id as string };
}

describe('the sessions of a service', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());

  it('are listed while their sockets are open, each with its device', async () => {
    const { alice, bob } = await users(service, 'alice', 'bob');
    const phone = await connectOn(alice, service, 'Phone/1.0 (best of phones)');
    const laptop = await connectOn(alice, service, `Laptop/${'9'.repeat(300)}`);
    const others = await connectOn(bob, service);
    const ofAlice = { user_id: alice.id, username: alice.username, connected_at: ANY_TIME, last_seen_at: ANY_TIME };
    await expect(waitForSessions(3, service.serviceData)).resolves.toEqual([
      { ...ofAlice, id: phone.id, device: 'Phone/1.0 (best of phones)', state: 'active' },
      { ...ofAlice, id: laptop.id, device: `Laptop/${'9'.repeat(300)}`.slice(0, 256), state: 'active' },
      expect.objectContaining({ id: others.id, username: bob.username, device: '' }),
    ]);
    await expect(listSessions(service.serviceData, bob.username)).resolves.toMatchObject([{ id: others.id }]);

    await phone.device.close();
    await expect(waitForSessions(1, service.serviceData, alice.username)).resolves.toMatchObject([{ id: laptop.id }]);
    await Promise.all([laptop.device.close(), others.device.close()]);
    await waitForOpenSessions(0, service.serviceData);
  });

  it('are closed for a user on every device, and the user may reconnect with the same token', async () => {
    const { carol, dave } = await users(service, 'carol', 'dave');
    const devices = [await carol.connect(), await carol.connect()];
    const others = await dave.connect();
    await waitForOpenSessions(3, service.serviceData);
    await expect(service.parley('sessions', 'close', carol.username)).resolves.toEqual({
      username: carol.username,
      closed: 2,
    });
    for (const device of devices) await expect(device.closed()).resolves.toEqual(CLOSED);
    await expect(others.drain()).resolves.toEqual([]);
    await (await carol.connect()).close();
    await waitForOpenSessions(0, service.serviceData, carol.username);
    await expect(service.parley('sessions', 'close', carol.username)).resolves.toMatchObject({ closed: 0 });
    await others.close();
    await waitForOpenSessions(0, service.serviceData);
  });

  it('are printed safely, whatever a device sends as its user agent', async () => {
    const { heidi } = await users(service, 'heidi');
    const { device } = await connectOn(heidi, service, 'Phone\u009b2J/1');
    await waitForOpenSessions(1, service.serviceData, heidi.username);
    await expect(parleyText(service.serviceData, 'sessions', 'list', heidi.username)).resolves.toMatch(
      /^ID +USERNAME +STATE +CONNECTED +LAST SEEN +DEVICE\n[\da-f-]{36} +heidi\d+ +active +\S+Z +\S+Z +Phone\uFFFD2J\/1\n$/,
    );
    await expect(parleyText(service.serviceData, 'stats')).resolves.toMatch(
      /^METRIC +VALUE\nusers +\d+\n[^]*\nsessions +1\nnodes +\d\n/,
    );
    await expect(parleyText(service.serviceData, 'sessions', 'close', heidi.username)).resolves.toBe(
      `Closed 1 session of ${heidi.username}.\n`,
    );
    await expect(device.closed()).resolves.toEqual(CLOSED);
    await waitForOpenSessions(0, service.serviceData);
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
    const { erin, frank } = await users(service, 'erin', 'frank');
    const [phone, others] = [await erin.connect(), await connectMember(frank)];
    const laptop = await erin.connect();
    await sendMessage(phone, await createGroup(phone, [others]), 'one');
    const { data: channel } = await phone.request('room.create', { type: 'Channel', name: 'News' });
    for (const content of ['two', 'three']) await sendMessage(phone, channel, content);
    const { data: chat } = await phone.request('room.create', { type: 'OneToOneChat', participants: [frank.id] });
    await sendMessage(phone, chat, 'four');
    await waitForOpenSessions(3, service.serviceData);
    const everyone = (await service.parley('users', 'list')) as unknown[];
    await service.parley('users', 'deactivate', (await users(service, 'grace')).grace.username);

    await expect(service.parley('stats')).resolves.toEqual({
      users: { total: everyone.length, active: everyone.length - 1, online: 2, guests: 0, bots: 0 },
      rooms: { OneToOneChat: 1, GroupChat: 1, Channel: 1 },
      messages: 4,
      files: 0,
      file_bytes: 0,
      sessions: 3,
      nodes: service.size,
      database_bytes: expect.any(Number) as number,
      pending_migrations: 0,
    });
    await Promise.all([phone, laptop, others.device].map((device) => device.close()));
  });
});

describe('a service that stops', () => {
  it('leaves no session behind', async () => {
    const serviceData = await newServiceData();
    const service = await Service.start({}, serviceData);
    try {
      const { alice } = await users(service, 'alice');
      const phone = await alice.connect();
      await waitForOpenSessions(1, serviceData);
      await service.kill('SIGTERM');
      await phone.closed();
      await expect(listSessions(serviceData)).resolves.toEqual([]);
      await expect(parley(serviceData, 'stats')).resolves.toMatchObject({ sessions: 0, nodes: 0 });
    } finally {
      await service.stop();
      await serviceData.remove();
    }
  });
});

describe('a session without heartbeats', () => {
  const THRESHOLD = { INACTIVITY_THRESHOLD: '2' };
  let service: Service;
  let serviceData: ServiceData;
  const hearts: NodeJS.Timeout[] = [];

  beforeAll(async () => {
    service = await Service.start(THRESHOLD);
    serviceData = { ...service.serviceData, env: { ...service.serviceData.env, ...THRESHOLD } };
  });
  afterAll(async () => {
    for (const heart of hearts) clearInterval(heart);
    await service.stop();
  });

  const beats = (device: ChatClient): void => {
    hearts.push(setInterval(() => device.sendRequest('session.heartbeat', {}), 100));
  };
  const become = (...states: string[]): Promise<void> =>
    eventually(async () => (await listSessions(serviceData)).map(({ state }) => state).join() === states.join());

  it('is inactive after the threshold, unlike one with heartbeats, and still receives everything', async () => {
    const { alice, bob } = await users(service, 'alice', 'bob');
    const [silent, lively] = [await connectMember(alice), await bob.connect()];
    const room = await createGroup(lively, [silent]);
    beats(lively);
    await become('inactive', 'active');
    await sendMessage(lively, room, 'are you there?');
    const { data } = await silent.device.receive('message.dispatch');
    expect(data.content).toBe('are you there?');
    beats(silent.device);
    await become('active', 'active');
  });
});
