import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Message } from '@parley/protocol';
import pg from 'pg';

import { steadyPort } from '../chaos/steady-port.js';
import { password } from '../servers/template.js';
import type { ChatClient } from '../support/chat-client.js';
import { parley, parleyOf } from '../support/command.js';
import { people } from '../support/people.js';
import { emptyPlace, newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { previousRelease } from '../support/previous-release.js';
import { told } from '../support/run.js';
import { Service } from '../support/service.js';
import { historyOf, says } from '../support/talk.js';
import { reaches } from '../support/two-nodes.js';
import { verified } from '../support/verified.js';

const previous = previousRelease();
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const env = { REDIS_URL: told('redis').url, SERVE_DOCS: 'off', WEB_CLIENT: 'off' };

it('the kept release has another version than this one', () => {
  expect(previous.version).not.toBe(version);
});

describe('a node of the previous release and a node of this one, with the tables of this one', () => {
  let place: Place;
  let older: Service;
  let newer: Service;

  beforeAll(async () => {
    place = await newPlace();
    [older, newer] = await Promise.all([Service.start(env, place, previous.main), Service.start(env, place)]);
  });
  afterAll(async () => {
    await Promise.all([older.stop(), newer.stop()]);
    await place.remove();
  });

  it.each([
    ['the previous one', () => [older, newer] as const],
    ['this one', () => [newer, older] as const],
  ])('work as one deployment for changes on %s', async (_, nodes) => {
    const [here, there] = nodes();
    const { alice, bob, carol } = await people(here, 'alice', 'bob', 'carol');
    const [phone, bobs, carols] = [await alice.arrives(here), await bob.arrives(there), await carol.arrives(there)];
    const room = await group(phone, bob.id);
    await reaches(phone, bobs, room);
    await reaches(bobs, phone, room);

    const said = await says(phone, room, 'an aubergine');
    await expect(bobs.hears('message.dispatch', is(said))).resolves.toMatchObject({ seq: said.seq });
    await bobs.ask('message.react', { type: 'add', message_id: said.id, reaction_content: '+1' });
    await phone.hears('reaction.dispatch');
    await phone.ask('message.modify', {
      action: 'update',
      message_id: said.id,
      extra_fields: { content: 'a courgette' },
    });
    await bobs.hears('messagemodification.dispatch');
    await bobs.ask('message.read', { message_id: said.id });
    await phone.hears('readreceipt.dispatch');
    const found = await bobs.ask('message.search', { query: 'courgette' });
    expect(JSON.stringify(found.data)).toContain(said.id);

    await phone.ask('room.add_members', { room_id: room.id, members: [carol.id] });
    await carols.hears('roomaddmembers.dispatch');
    expect((await historyOf(carols, room)).map(({ id }) => id)).toContain(said.id);
    await phone.ask('room.remove_members', { room_id: room.id, members: [bob.id] });
    await bobs.hears('roomexit.dispatch');
    await bobs.rest();
    await says(phone, room, 'without bob');
    expect(await bobs.rest()).toEqual([]);
    await carols.ask('session.sync', { rooms: { [room.id]: said.seq } });
    await Promise.all([phone, bobs, carols].map((device) => device.leaves()));
  });

  it('keep every promise to users on both nodes', async () => {
    const { code, report } = await verified(place, `${older.url},${newer.url}`);
    expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
    expect(report.accepted).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  it('apply the commands of both releases', async () => {
    const { dave } = await people(older, 'dave');
    const devices = [await dave.arrives(older), await dave.arrives(newer)];
    await parleyOf(previous.cli, place, 'sessions', 'close', dave.username);
    for (const device of devices) await expect(device.closed()).resolves.toMatchObject({ code: 1012 });
    const again = [await dave.arrives(older), await dave.arrives(newer)];
    await parley(place, 'users', 'deactivate', dave.username);
    for (const device of again) await expect(device.closed()).resolves.toMatchObject({ code: 4001 });
  });
});

describe('a rolling upgrade', () => {
  const USERS = 6;
  let place: Place;
  let nodes: Service[];
  let ports: number[];

  /** With the tables and the users of the previous release. */
  beforeEach(async () => {
    place = await emptyPlace('postgres');
    ports = [await steadyPort(), await steadyPort(), await steadyPort()];
    nodes = [];
    for (const port of ports) nodes.push(await begin(port, previous.main));
    const accounts = Array.from({ length: USERS }, (_, at) => `user${String(at)},${password}`);
    writeFileSync(accountsFile(), ['username,password', ...accounts, ''].join('\n'));
    await parleyOf(previous.cli, place, 'users', 'import', accountsFile());
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await place.remove();
  });

  const accountsFile = (): string => join(place.folder, 'accounts.csv');
  const begin = (port: number, main?: string): Promise<Service> =>
    Service.start({ ...env, PORT: String(port) }, place, main);

  /** Replaces one node after the other: each ends before its successor starts. */
  async function replaceAll(main?: string): Promise<void> {
    for (const [at, port] of ports.entries()) {
      await nodes[at]!.stop();
      nodes[at] = await begin(port, main);
    }
  }

  /** Sends messages for as long as nodes are replaced, and checks that none is lost in either direction. */
  async function talkMeanwhile(replacing: Promise<void>): Promise<void> {
    const upgrade = { isOver: false };
    const replaced = replacing.finally(() => {
      upgrade.isOver = true;
    });
    const url = ports.map((port) => `ws://127.0.0.1:${String(port)}`).join();
    let reconnects = 0;
    do {
      const { code, report } = await verified(place, url, '--accounts', accountsFile(), '--minutes', '0.3');
      expect(report).toMatchObject({ lost: 0, doubled: 0, out_of_order: 0, wrong: 0, faults: [], unverified: [] });
      expect(report.accepted).toBeGreaterThan(0);
      expect(code).toBe(0);
      reconnects += report.reconnects;
    } while (!upgrade.isOver);
    await replaced;
    expect(reconnects).toBeGreaterThan(0);
  }

  it('loses no message, and neither does the downgrade', async () => {
    const before = await migrations();
    await talkMeanwhile(replaceAll());
    const after = await migrations();
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.length).toBeGreaterThan(before.length);
    await talkMeanwhile(replaceAll(previous.main));
    expect(await migrations()).toEqual(after);
  });

  async function migrations(): Promise<string[]> {
    const client = new pg.Client({ connectionString: place.env.DATABASE_URL });
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
  const { data } = await creator.ask('room.create', { type: 'GroupChat', name: 'x', participants });
  return data;
}

const is =
  ({ id }: Message) =>
  ({ data }: { data: unknown }): boolean =>
    (data as Message).id === id;
