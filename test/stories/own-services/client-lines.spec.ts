import { setTimeout as delay } from 'node:timers/promises';

import { TestApp, QUICK } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { users } from '../../support/people.js';
import type { TestUser } from '../../support/people.js';
import { randomFrom } from '../../support/random.js';
import { Service } from '../../support/service.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

/** Gives up a connection soon after the last frame received on it. */
const WATCHFUL = { timing: { ...QUICK, responseTimeout: 3_000 } };

let parley: Service;
const cables: TcpProxy[] = [];

beforeAll(async () => {
  parley = await Service.start({ SHUTDOWN_SECONDS: '5' });
});
afterAll(async () => {
  await Promise.all(cables.map((cable) => cable.close()));
  await parley.stop();
});

/** Alice and Bob with their OneToOneChat. */
async function pair(): Promise<{ alice: TestUser; bob: TestUser; roomId: string }> {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const device = await alice.connect();
  const { data } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  await device.close();
  return { alice, bob, roomId: data.id };
}

interface Road {
  readonly cable: TcpProxy;
  readonly where: { readonly url: string };
  /** The number of connections made through it. */
  lines(): number;
}

/** A proxy to the service for one client. */
async function cable(): Promise<Road> {
  let lines = 0;
  const { hostname, port } = new URL(parley.url);
  const own = await TcpProxy.to(hostname, Number(port), () => {
    lines += 1;
    return () => undefined;
  });
  cables.push(own);
  return { cable: own, where: { url: `http://127.0.0.1:${String(own.port)}` }, lines: () => lines };
}

describe('a client whose connection is lost', () => {
  // Every node of the service is started twice.
  it('reconnects to a restarted service and receives what it missed', { timeout: 240_000 }, async () => {
    const { alice, bob, roomId } = await pair();
    const [alices, bobs] = [await TestApp.connect(alice, parley), await TestApp.connect(bob, parley)];
    await alices.chat.rooms.open(roomId).send('before');
    await bobs.expectContents('before');
    const restarted = parley.restart();
    await alices.expectState('connecting');
    const sent = alices.chat.rooms.open(roomId).send('meanwhile');
    await restarted;
    await sent;
    await bobs.chat.rooms.open(roomId).send('after');
    await alices.expectContents('before', 'meanwhile', 'after');
    await bobs.expectContents('before', 'meanwhile', 'after');
    await Promise.all([alices.chat.close(), bobs.chat.close()]);
  });

  it.each(['everything', 'answers'] as const)('detects a connection that loses %s, and replaces it', async (said) => {
    const { alice, bob, roomId } = await pair();
    const { cable: own, where } = await cable();
    const [alices, bobs] = [await TestApp.connect(alice, where, WATCHFUL), await TestApp.connect(bob, parley)];
    own.freeze(said);
    await bobs.chat.rooms.open(roomId).send('are you there?');
    const sent = alices.chat.rooms.open(roomId).send('I am');
    await alices.expectState('connecting');
    own.mend();
    await sent;
    await alices.expectContents(...bobs.contents);
    await bobs.expectContents('are you there?', 'I am');
    await Promise.all([alices.chat.close(), bobs.chat.close()]);
  });

  it('does not reconnect after the close codes that forbid it', async () => {
    const crowded = await Service.start({ CONNECTIONS_PER_USER: '1' });
    const { carol } = await users(crowded, 'carol');
    const first = await TestApp.connect(carol, crowded);
    const second = new TestApp(carol, crowded);
    const error = second.receive('error');
    await expect(second.chat.connect()).rejects.toMatchObject({ code: 'stopped' });
    await expect(error).resolves.toMatchObject({ code: 'stopped', detail: expect.stringContaining('4009') as string });
    expect(second.chat.state).toBe('stopped');
    await first.chat.close();
    await crowded.stop();
  });

  it('learns after reconnecting that a room was deleted meanwhile', async () => {
    const { bob, roomId } = await pair();
    const { cable: own, where } = await cable();
    const phone = await TestApp.connect(bob, where);
    own.cut();
    await phone.expectState('connecting');
    const laptop = await TestApp.connect(bob, parley);
    const left = phone.receive('left');
    await laptop.chat.rooms.open(roomId).destroy();
    own.mend();
    await expect(left).resolves.toEqual({ roomId });
    await Promise.all([laptop.chat.close(), phone.chat.close()]);
  });
});

describe.concurrent('clients whose connections fail at random', () => {
  const TURNS = 80;
  const LONGEST_TURN_MS = 60;
  const FAULTS = ['cut', 'everything', 'answers'] as const;
  type Fault = (typeof FAULTS)[number];

  const faults = (hurt: TcpProxy, fault: Fault): void => {
    if (fault === 'cut') hurt.cut();
    else hurt.freeze(fault);
  };

  /** Most frozen connections recover before a client detects it: this one does not. */
  async function breaks(hurt: TcpProxy, fault: Fault, app: TestApp): Promise<void> {
    await app.expectState('online');
    faults(hurt, fault);
    await app.expectState('connecting');
  }

  it.each([1, 2, 3])('receive every message once and in order (seed %d)', async (seed) => {
    const { alice, bob, roomId } = await pair();
    const random = randomFrom(seed);
    const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(random() * all.length)]!;
    const own = await Promise.all([cable(), cable(), cable()]);
    const apps = await Promise.all(
      own.map(({ where }, at) => TestApp.connect(at === 0 ? bob : alice, where, WATCHFUL)),
    );
    /** The faults by which a client has lost its connection. */
    const lost = new Set<Fault>();
    const sent: Promise<unknown>[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      sent.push(pick(apps).chat.rooms.open(roomId).send(String(turn)));
      const at = Math.floor(random() * own.length);
      const { cable: hurt } = own[at]!;
      const chance = random();
      hurt.mend();
      const fault = chance < 0.15 ? 'cut' : chance < 0.3 ? pick(['everything', 'answers'] as const) : undefined;
      if (fault !== undefined) {
        if (lost.has(fault)) faults(hurt, fault);
        else await breaks(hurt, fault, apps[at]!);
        lost.add(fault);
      }
      await delay(random() * LONGEST_TURN_MS);
    }
    for (const each of own) each.cable.mend();
    await Promise.all(sent);
    expect([...lost].sort()).toEqual([...FAULTS].sort());
    const reader = await TestApp.connect(bob, parley);
    const room = reader.chat.rooms.open(roomId);
    await room.history({ limit: 200 });
    const said = room.messages.map(({ client_message_id: id }) => id);
    expect(said).toHaveLength(TURNS);
    for (const { messages } of apps) {
      await eventually(() => messages.length >= TURNS);
      expect(messages.map(({ client_message_id: id }) => id)).toEqual(said);
    }
    expect(own.map(({ lines }) => lines()).filter((lines) => lines < 2)).toEqual([]);
    await Promise.all([...apps, reader].map(({ chat }) => chat.close()));
  });
});
