import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Message, Room } from '@parley/protocol';
import type { Client } from 'pg';

import type { Moment } from '../support/cutting-proxy.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { violatedInvariants } from '../support/invariants.js';
import { KillingProxy } from '../support/killing-proxy.js';
import { historyOf } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { STRIDE } from '../support/sample.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { afterADay, storedFileIds } from '../support/stored-files.js';
import { attachmentIn, FileClient, longTextFile } from '../support/uploads.js';

/** The statements of files, and the ends of the transactions that they are part of. */
const OF_FILES = /\b(uploads|upload_usage)\b|^COMMIT/;
/** Bounds of the number of such statements in the life of a file. */
const [FEWEST_STATEMENTS, MOST_STATEMENTS] = [20, 60];
/** Each kill costs a start. The beginnings differ, so that together they try other statements. */
const STEP = STRIDE === 1 ? 1 : 5 * STRIDE;
const PART = 50_000;
/** The bytes of an upload of which the writer has several parts. */
const LONG = 2_000_000;
const LONGEST_LOCK_SECONDS = 15;

let serviceData: ServiceData;
let proxy: KillingProxy;
let parley: Service;
let database: Client;
let alice: TestUser;
let bob: TestUser;
let room: Room;

beforeAll(async () => {
  serviceData = await newServiceData();
  proxy = await KillingProxy.before(serviceData.env.DATABASE_URL!);
  parley = await Service.start({ DATABASE_URL: proxy.databaseUrl }, serviceData);
  database = await connected(serviceData);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const device = await alice.connect();
  room = (await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] })).data;
  await device.close();
});
afterAll(async () => {
  await database.end();
  await parley.stop();
  await proxy.close();
  await serviceData.remove();
});

/** The life of one file. Each step can be repeated, as a client does after a connection is lost. */
class FileLife {
  id: string | undefined;
  private readonly clientMessageId = randomUUID();
  private messageId: string | undefined;

  constructor(readonly file = longTextFile(2 * PART)) {}

  async live(): Promise<void> {
    await this.upload();
    await this.send();
    await this.delete();
    await eventually(async () => (await database.query('SELECT FROM uploads WHERE id = $1', [this.id])).rowCount === 0);
  }

  /** Begins, or goes on where the service has stopped. */
  async upload(): Promise<void> {
    const client = new FileClient(parley, alice);
    this.id ??= (await client.create(room.id, this.file)).body.upload_id;
    for (let offset = await this.offset(client); offset < 2 * PART; offset = await this.offset(client)) {
      await client.append(this.id, offset, this.file.bytes.subarray(offset, offset + PART));
    }
  }

  /** @returns the message, which may be that of an earlier call */
  async send(): Promise<Message> {
    const device = await alice.connect();
    const extra_fields = { media: [{ upload_id: this.id }] };
    const request = { room_id: room.id, content: '', client_message_id: this.clientMessageId, extra_fields };
    const { data } = await device.request('message.send', request);
    this.messageId = data.id;
    await device.close();
    return data;
  }

  async delete(): Promise<void> {
    const device = await alice.connect();
    await device.request('message.modify', { action: 'delete', message_id: [this.messageId] });
    await device.close();
  }

  private async offset(client: FileClient): Promise<number> {
    const { status, headers } = await client.head(this.id!);
    expect(status).toBe(200);
    return Number(headers.get('upload-offset'));
  }
}

/** @returns whether the service was killed before the life has ended; it runs again */
async function isKilled(life: FileLife, at: number, moment: Moment): Promise<boolean> {
  const killed = proxy.killAt(parley, at, moment, OF_FILES).then(() => true);
  const lived = life.live().then(() => false);
  const wasKilled = await Promise.race([killed, lived.catch(() => killed)]);
  proxy.passEverything();
  if (!wasKilled) return false;
  await lived.catch(() => undefined);
  await parley.begin();
  return true;
}

/** The file that each message of the room shows can be read. */
async function isReadable(file: FileLife['file']): Promise<void> {
  const device = await bob.connect();
  const messages = (await historyOf(device, room)) as Message[];
  await device.close();
  for (const message of messages) {
    const { media_url } = attachmentIn(message);
    const { status, body } = await new FileClient(parley, bob).read(media_url);
    expect([status, body.equals(file.bytes)]).toEqual([200, true]);
  }
}

/** After the time of unused files, bytes have rows, rows have bytes, and the quota counts them. */
async function nothingIsHalf(): Promise<void> {
  const locks = await database.query(
    `SELECT FROM uploads WHERE locked_until > statement_timestamp() + $1 * interval '1 second'`,
    [LONGEST_LOCK_SECONDS],
  );
  expect(locks.rowCount).toBe(0);
  await afterADay(database);
  const { rows } = await database.query<{ id: string }>('SELECT id FROM uploads ORDER BY id');
  expect(await storedFileIds(serviceData)).toEqual(rows.map(({ id }) => id));
  expect(await violatedInvariants(database)).toEqual({});
}

/** As the time of a lock passes. */
const locksEnd = (): Promise<unknown> => database.query('UPDATE uploads SET locked_until = statement_timestamp()');

/** Kills the service at some statements of the life of a file. @param continued what the client does afterwards */
async function atStatements(first: number, moment: Moment, continued: (life: FileLife) => Promise<void>) {
  let at = first;
  for (let life = new FileLife(); await isKilled(life, at, moment); life = new FileLife()) {
    await continued(life);
    await isReadable(life.file);
    await nothingIsHalf();
    at += STEP;
    expect(at).toBeLessThan(MOST_STATEMENTS + STEP);
    // The next life begins with an empty room.
    await emptyRoom();
  }
  expect(at).toBeGreaterThan(FEWEST_STATEMENTS);
}

async function emptyRoom(): Promise<void> {
  const device = await alice.connect();
  const ids = (await historyOf(device, room)).map(({ id }) => id);
  if (ids.length > 0) await device.request('message.modify', { action: 'delete', message_id: ids });
  await device.close();
  await nothingIsHalf();
  expect(await storedFileIds(serviceData)).toEqual([]);
}

describe('a service that is killed at any statement of the life of a file', () => {
  it.each([
    [1, 'before'],
    [9, 'after'],
  ] as const)(
    'leaves a message with its file or neither, from statement %i, %s its execution',
    async (first, moment) => {
      await atStatements(first, moment, () => Promise.resolve());
    },
  );

  it.each([
    [13, 'before'],
    [5, 'after'],
  ] as const)('lets the client go on, from statement %i, %s its execution', async (first, moment) => {
    await atStatements(first, moment, async (life) => {
      await locksEnd();
      // An upload whose creation was not answered is unknown to its client, and a message that was sent may be deleted.
      const { rows } = await database.query<{ state: string; message_id: string }>(
        `SELECT state, message_id FROM uploads
         WHERE id = $1 AND (message_id IS NOT NULL OR expires_at > statement_timestamp())`,
        [life.id],
      );
      if (rows.length === 0) return;
      if (rows[0]!.state === 'open') await life.upload();
      const message = await life.send();
      expect(attachmentIn(message).id).toBe(life.id);
    });
  });
});

describe('an upload', () => {
  it('is continued on another node after the node that receives it is killed', async () => {
    const there = await Service.start({}, serviceData);
    const life = new FileLife();
    const id = (await new FileClient(parley, alice).create(room.id, life.file)).body.upload_id;
    life.id = id;
    // The node is killed while it holds the lock, with the first part written.
    await new FileClient(parley, alice).append(id, 0, life.file.bytes.subarray(0, PART));
    const killed = proxy.killAt(parley, 1, 'before', /UPDATE uploads SET lock_owner = NULL/);
    const half = life.file.bytes.subarray(PART, PART + 10);
    await Promise.all([new FileClient(parley, alice).append(id, PART, half).catch(() => undefined), killed]);
    const client = new FileClient(there, alice);
    expect((await client.head(id)).headers.get('upload-offset')).toBe(String(PART + 10));
    const { rows } = await database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM locked_until - statement_timestamp())::float8 AS seconds FROM uploads WHERE id = $1`,
      [id],
    );
    expect(rows[0]!.seconds).toBeGreaterThan(0);
    expect(rows[0]!.seconds).toBeLessThanOrEqual(LONGEST_LOCK_SECONDS);
    await locksEnd();
    const { status } = await client.append(id, PART + 10, life.file.bytes.subarray(PART + 10));
    expect(status).toBe(204);
    await there.stop();
    await parley.begin();
    await life.send();
    await isReadable(life.file);
    await emptyRoom();
  });

  it('goes on after the node that received all of it in one request is killed, and leaves no copy', async () => {
    const life = new FileLife(longTextFile(LONG));
    const client = new FileClient(parley, alice);
    const id = (await client.create(room.id, life.file)).body.upload_id;
    life.id = id;
    const socket = await client.beginPart(id, { 'Upload-Offset': 0, 'Content-Length': LONG });
    socket.write(life.file.bytes.subarray(0, LONG / 2));
    await eventually(async () => (await client.head(id)).headers.get('upload-offset') === String(LONG / 2));
    const begun = (): string[] => readdirSync(join(serviceData.env.DATA_DIR!, 'uploads/files/partial'));
    expect(begun()).toEqual([expect.stringContaining(id)]);
    await parley.kill('SIGKILL');
    await parley.begin();
    await locksEnd();
    const { status } = await new FileClient(parley, alice).append(id, LONG / 2, life.file.bytes.subarray(LONG / 2));
    expect([status, begun()]).toEqual([204, []]);
    await life.send();
    await isReadable(life.file);
    await emptyRoom();
  });
});
