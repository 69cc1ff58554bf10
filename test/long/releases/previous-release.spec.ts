import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Message } from '@parley/protocol';
import pg from 'pg';

import { steadyPort } from '../../chaos/steady-port.js';
import { password } from '../../servers/template.js';
import type { ChatClient } from '../../support/chat-client.js';
import { parley, parleyOf } from '../../support/command.js';
import { users } from '../../support/people.js';
import { emptyServiceData, newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { previousRelease } from '../../support/previous-release.js';
import { prepared } from '../../support/run.js';
import { Service } from '../../support/service.js';
import { historyOf, sendMessage } from '../../support/messaging.js';
import { expectDelivery } from '../../support/two-nodes.js';
import { attachmentIn, FileClient, sendFiles, textFile } from '../../support/uploads.js';
import { runVerify } from '../../support/verify-run.js';

const previous = previousRelease();
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const env = { REDIS_URL: prepared('redis').url, SERVE_DOCS: 'off', WEB_CLIENT: 'off' };

it('the kept release has another version than this one', () => expect(previous.version).not.toBe(version));

describe('a node of the previous release and a node of this one, with the tables of this one', () => {
  let serviceData: ServiceData;
  let older: Service;
  let newer: Service;

  beforeAll(async () => {
    serviceData = await newServiceData();
    [older, newer] = await Promise.all([
      Service.start(env, serviceData, previous.main),
      Service.start(env, serviceData),
    ]);
  });
  afterAll(async () => {
    await Promise.all([older.stop(), newer.stop()]);
    await serviceData.remove();
  });

  it.each([
    ['the previous one', () => [older, newer] as const],
    ['this one', () => [newer, older] as const],
  ])('work as one deployment for changes on %s', async (_, nodes) => {
    const [here, there] = nodes();
    const { alice, bob, carol } = await users(here, 'alice', 'bob', 'carol');
    const [phone, bobDevice, carolDevice] = [
      await alice.connect(here),
      await bob.connect(there),
      await carol.connect(there),
    ];
    const room = await group(phone, bob.id);
    await expectDelivery(phone, bobDevice, room);
    await expectDelivery(bobDevice, phone, room);

    const sent = await sendMessage(phone, room, 'an aubergine');
    await expect(bobDevice.receive('message.dispatch', is(sent))).resolves.toMatchObject({ seq: sent.seq });
    await bobDevice.request('message.react', { type: 'add', message_id: sent.id, reaction_content: '+1' });
    await phone.receive('reaction.dispatch');
    await phone.request('message.modify', {
      action: 'update',
      message_id: sent.id,
      extra_fields: { content: 'a courgette' },
    });
    await bobDevice.receive('messagemodification.dispatch');
    await bobDevice.request('message.read', { message_id: sent.id });
    await phone.receive('readreceipt.dispatch');
    const found = await bobDevice.request('message.search', { query: 'courgette' });
    expect(JSON.stringify(found.data)).toContain(sent.id);

    await phone.request('room.add_members', { room_id: room.id, members: [carol.id] });
    await carolDevice.receive('roomaddmembers.dispatch');
    expect((await historyOf(carolDevice, room)).map(({ id }) => id)).toContain(sent.id);
    await phone.request('room.remove_members', { room_id: room.id, members: [bob.id] });
    await bobDevice.receive('roomexit.dispatch');
    await bobDevice.drain();
    await sendMessage(phone, room, 'without bob');
    expect(await bobDevice.drain()).toEqual([]);
    await carolDevice.request('session.sync', { rooms: { [room.id]: sent.seq } });
    await Promise.all([phone, bobDevice, carolDevice].map((device) => device.close()));
  });

  it('serve the files of the other one', async () => {
    for (const [here, there] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const { alice, bob } = await users(here, 'alice', 'bob');
      const [phone, bobDevice] = [await alice.connect(here), await bob.connect(there)];
      const room = await group(phone, bob.id);
      await bobDevice.receive('roomcreate.dispatch');
      const id = await new FileClient(here, alice).upload(room.id, textFile('shared'));
      const message = await sendFiles(phone, room.id, id);
      const dispatched = await bobDevice.receive('message.dispatch', is(message));
      expect(attachmentIn(dispatched.data)).toMatchObject({ id, filename: 'notes.txt' });
      expect((await new FileClient(there, bob).read(`/api/files/${id}`)).body.toString()).toBe('shared');
      await phone.request('message.modify', { action: 'delete', message_id: [message.id] });
      expect((await new FileClient(there, bob).read(`/api/files/${id}`)).status).toBe(404);
      await Promise.all([phone, bobDevice].map((device) => device.close()));
    }
  });

  it('keep every promise to users on both nodes', async () => {
    const { code, report } = await runVerify(serviceData, `${older.url},${newer.url}`);
    expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
    expect(report.accepted).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  it('apply the commands of both releases', async () => {
    const { dave } = await users(older, 'dave');
    const devices = [await dave.connect(older), await dave.connect(newer)];
    await parleyOf(previous.cli, serviceData, 'sessions', 'close', dave.username);
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
    const again = [await dave.connect(older), await dave.connect(newer)];
    await parley(serviceData, 'users', 'deactivate', dave.username);
    for (const device of again) await expect(device.closed()).resolves.toMatchObject({ code: 4001 });
  });
});

describe('a rolling upgrade', () => {
  const USERS = 6;
  let serviceData: ServiceData;
  let nodes: Service[];
  let ports: number[];

  /** With the tables and the users of the previous release. */
  beforeEach(async () => {
    serviceData = await emptyServiceData('postgres');
    ports = [await steadyPort(), await steadyPort(), await steadyPort()];
    nodes = [];
    for (const port of ports) nodes.push(await begin(port, previous.main));
    const accounts = Array.from({ length: USERS }, (_, at) => `user${String(at)},${password}`);
    writeFileSync(accountsFile(), ['username,password', ...accounts, ''].join('\n'));
    await parleyOf(previous.cli, serviceData, 'users', 'import', accountsFile());
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await serviceData.remove();
  });

  const accountsFile = (): string => join(serviceData.folder, 'accounts.csv');
  const begin = (port: number, main?: string): Promise<Service> =>
    Service.start({ ...env, PORT: String(port) }, serviceData, main);

  /** Replaces one node after the other: each ends before its successor starts. */
  async function replaceAll(main?: string): Promise<void> {
    for (const [at, port] of ports.entries()) {
      await nodes[at]!.stop();
      nodes[at] = await begin(port, main);
    }
  }

  /** Sends messages for as long as nodes are replaced, and checks that none is lost in either direction. */
  async function sendAlongside(replacing: Promise<void>): Promise<void> {
    const upgrade = { isOver: false };
    const replaced = replacing.finally(() => {
      upgrade.isOver = true;
    });
    let reconnects = 0;
    const sending = async (): Promise<void> => {
      do reconnects += await sendForAWhile();
      while (!upgrade.isOver);
    };
    // Both end before the nodes are stopped, also if one of them fails.
    const outcomes = await Promise.allSettled([sending(), replaced]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    expect(reconnects).toBeGreaterThan(0);
  }

  /** A run does not begin while a node is replaced: then the next one does. @returns the number of reconnects */
  async function sendForAWhile(): Promise<number> {
    const url = ports.map((port) => `ws://127.0.0.1:${String(port)}`).join();
    const running = runVerify(serviceData, url, '--accounts', accountsFile(), '--minutes', '0.3');
    const run = await running.catch((error: unknown) => {
      if (!String(error).includes('No server answers')) throw error;
    });
    if (!run) return 0;
    const { code, report } = run;
    expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
    expect(report.accepted).toBeGreaterThan(0);
    expect(code).toBe(0);
    return report.reconnects;
  }

  it('loses no message, and neither does the downgrade', async () => {
    const before = await migrations();
    await sendAlongside(replaceAll());
    const after = await migrations();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
    await sendAlongside(replaceAll(previous.main));
    expect(await migrations()).toEqual(after);
  }, 180_000);

  async function migrations(): Promise<string[]> {
    const client = new pg.Client({ connectionString: serviceData.env.DATABASE_URL });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
      return rows.map(({ name }) => name);
    } finally {
      await client.end();
    }
  }
});

async function group(creator: ChatClient, ...participants: number[]): Promise<{ id: string }> {
  const { data } = await creator.request('room.create', { type: 'GroupChat', name: 'x', participants });
  return data;
}

const is =
  ({ id }: Message) =>
  ({ data }: { data: unknown }): boolean =>
    (data as Message).id === id;
