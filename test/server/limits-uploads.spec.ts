import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import type { Room } from '@parley/protocol';
import type { Client } from 'pg';

import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { violatedInvariants } from '../support/invariants.js';
import { historyOf } from '../support/messaging.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sampled } from '../support/sample.js';
import { Service } from '../support/service.js';
import { storedFileIds } from '../support/stored-files.js';
import { attachmentIn, FileClient, longTextFile, sendFiles, sha256, textFile } from '../support/uploads.js';

/** The least bytes that a file takes of the quota. */
const BLOCK = 4_096;
const [BLOCKS, MOST_OPEN, AT_ONCE] = [24, 8, 20];
const TINY = 1_000;
const MOST_FILES = 10;
/** Enough for a page of the history with more than an answer permits. */
const FORWARDS = 200;

let parley: Service;
let database: Client;
let alice: TestUser;
let bob: TestUser;
let files: FileClient;
let room: Room;

beforeAll(async () => {
  parley = await Service.start({ UPLOAD_QUOTA_BYTES: String(BLOCKS * BLOCK), MAX_OPEN_UPLOADS: String(MOST_OPEN) });
  database = await connected(parley.serviceData);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  files = new FileClient(parley, alice);
  const device = await alice.connect();
  room = (await device.request('room.create', { type: 'GroupChat', name: 'x', participants: [bob.id] })).data;
  await device.close();
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});

/** Cancels all uploads that no message shows. Nothing is left of them. */
async function nothingIsLeft(): Promise<void> {
  const { rows } = await database.query<{ id: string }>('SELECT id FROM uploads WHERE message_id IS NULL');
  for (const { id } of rows) await files.cancel(id);
  const unused = 'SELECT FROM uploads WHERE message_id IS NULL';
  await eventually(async () => (await database.query(unused)).rowCount === 0);
  expect(await violatedInvariants(database)).toEqual({});
  const { rows: used } = await database.query<{ id: string }>('SELECT id FROM uploads ORDER BY id');
  expect(await storedFileIds(parley.serviceData)).toEqual(used.map(({ id }) => id));
}

afterEach(nothingIsLeft);

const open = async (bytes: number): Promise<string> => {
  const { status, body } = await files.create(room.id, longTextFile(bytes));
  expect(status).toBe(201);
  return body.upload_id;
};

const offsetOf = async (id: string): Promise<number> => Number((await files.head(id)).headers.get('upload-offset'));

const partOn: FileClient['beginPart'] = (id, headers) => files.beginPart(id, headers);

/** The status of the first answer; 0: there is none. */
async function statusOn(socket: Socket): Promise<number> {
  let received = '';
  for await (const piece of socket) {
    received += (piece as Buffer).toString('latin1');
    if (received.includes('\r\n\r\n')) break;
  }
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
}

describe('a part that lies about its size', () => {
  const SIZE = 1_000;
  const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

  it('writes no more than was declared, if it is sent in chunks', async () => {
    const id = await open(SIZE);
    const socket = await partOn(id, { 'Upload-Offset': 0, 'Transfer-Encoding': 'chunked' });
    socket.write(`${chunk(SIZE - 1)}${chunk(SIZE)}0\r\n\r\n`);
    expect(await statusOn(socket)).toBe(413);
    expect(await offsetOf(id)).toBeLessThanOrEqual(SIZE);
  });

  it('writes what has arrived, if it ends early', async () => {
    const id = await open(SIZE);
    const socket = await partOn(id, { 'Upload-Offset': 0, 'Content-Length': SIZE });
    socket.write('x'.repeat(10));
    await eventually(async () => (await offsetOf(id)) === 10);
    socket.destroy();
    expect((await files.append(id, 10, Buffer.alloc(SIZE - 10, 'x'))).status).toBe(204);
  });

  it('writes nothing at another offset', async () => {
    const id = await open(SIZE);
    for (const offset of ['1', '999', '1000', '9007199254740993', '1e3', '-1', '-0', '0x0', '', 'NaN', '0, 0']) {
      const { status } = await files.append(id, 0, Buffer.alloc(10, 'x'), { 'Upload-Offset': offset });
      expect([offset, [400, 409].includes(status)]).toEqual([offset, true]);
      expect([offset, await offsetOf(id)]).toEqual([offset, 0]);
    }
  });

  it('writes nothing beyond the end, with any header about it', async () => {
    const id = await open(SIZE);
    for (const headers of [{ 'Upload-Length': '99999999' }, { 'Upload-Defer-Length': '1' }, {}]) {
      const { status } = await files.append(id, 0, Buffer.alloc(SIZE + 1, 'x'), headers);
      expect([400, 413]).toContain(status);
      expect(await offsetOf(id)).toBe(0);
    }
  });
});

describe('a user who creates many uploads at once', () => {
  it('never exceeds the number of open ones', async () => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => files.create(room.id, textFile('x'))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(MOST_OPEN).fill(201), ...Array<number>(AT_ONCE - MOST_OPEN).fill(429)]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect([refused.body, refused.headers.get('retry-after')]).toMatchObject([{ code: 'throttled' }, '60']);
  });

  it('never exceeds the quota', async () => {
    const large = longTextFile(4 * BLOCK);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => files.create(room.id, large)));
    const created = answers.filter(({ status }) => status === 201);
    expect([created.length, new Set(answers.map(({ status }) => status))]).toEqual([BLOCKS / 4, new Set([201, 507])]);
    expect((await files.create(room.id, longTextFile(BLOCKS * BLOCK + 1))).status).toBe(507);
    await nothingIsLeft();
    expect((await files.create(room.id, longTextFile(BLOCKS * BLOCK))).status).toBe(201);
  });

  it('takes nothing of the quota or of the number of another', async () => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => files.create(room.id, textFile('x'))));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    const others = new FileClient(parley, bob);
    const id = await others.upload(room.id, textFile('x'));
    await others.cancel(id);
  });

  it('leaves nothing of very many small ones', async () => {
    const people = await manyUsers(parley, sampled(TINY / AT_ONCE / 2));
    const device = await alice.connect();
    const participants = people.map(({ id }) => id);
    const { data: hall } = await device.request('room.create', { type: 'GroupChat', name: 'x', participants });
    await device.close();
    for (const user of people) {
      const own = new FileClient(parley, user);
      const ids = await Promise.all(Array.from({ length: MOST_OPEN }, () => own.upload(hall.id, textFile('x'))));
      for (let at = MOST_OPEN; at < AT_ONCE; at += 1) ids.push(await own.upload(hall.id, textFile('x')));
      for (const id of ids) expect((await own.cancel(id)).status).toBe(204);
    }
    await nothingIsLeft();
  });
});

describe('an upload', () => {
  it('that is cut again and again arrives whole', async () => {
    const [cuts, part] = [sampled(50), 1_000];
    const file = longTextFile((cuts + 1) * part);
    const id = await open(file.bytes.length);
    for (let at = 0; at < cuts; at += 1) {
      const offset = await offsetOf(id);
      const rest = file.bytes.subarray(offset);
      const socket = await partOn(id, { 'Upload-Offset': offset, 'Content-Length': rest.length });
      socket.write(rest.subarray(0, part));
      await eventually(async () => (await offsetOf(id)) === offset + part);
      socket.destroy();
    }
    const offset = await offsetOf(id);
    expect((await files.append(id, offset, file.bytes.subarray(offset))).status).toBe(204);
    expect((await files.pending(id)).body).toMatchObject({ state: 'ready', sha256: sha256(file.bytes) });
  });

  it('is not held up by a part that never ends', async () => {
    const file = longTextFile(1_000);
    const id = await open(1_000);
    const slow = await partOn(id, { 'Upload-Offset': 0, 'Content-Length': 1_000 });
    slow.write(file.bytes.subarray(0, 1));
    await eventually(async () => (await offsetOf(id)) === 1);
    expect((await files.append(id, 1, file.bytes.subarray(1))).status).toBe(204);
    expect((await files.pending(id)).body).toMatchObject({ state: 'ready', sha256: sha256(file.bytes) });
    slow.destroy();
  });

  it('is removed although a part of it never ends', async () => {
    const id = await open(1_000);
    const slow = await partOn(id, { 'Upload-Offset': 0, 'Content-Length': 1_000 });
    slow.write('x');
    await eventually(async () => (await offsetOf(id)) === 1);
    expect((await files.cancel(id)).status).toBe(204);
    await eventually(async () => (await database.query('SELECT FROM uploads WHERE id = $1', [id])).rowCount === 0);
    slow.destroy();
  });

  it('is asked for by many requests at once, of which one waits', async () => {
    const file = longTextFile(1_000);
    const id = await open(1_000);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => files.append(id, 0, file.bytes)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.every((status) => [204, 404, 409].includes(status))).toBe(true);
  });
});

describe('the largest message with files', () => {
  it('fits in every frame', async () => {
    const name = '\u0001'.repeat(400);
    const [phone, bobDevice] = await Promise.all([alice.connect(), bob.connect()]);
    const ids: string[] = [];
    for (let at = 0; at < MOST_FILES; at += 1) ids.push(await files.upload(room.id, textFile('x', name)));
    const message = await sendFiles(phone, room.id, ...ids);
    expect(message.attachments.map(({ filename }) => filename)).toEqual(Array<string>(MOST_FILES).fill(name));
    expect(attachmentIn({ attachments: message.attachments.slice(0, 1) }).id).toBe(ids[0]);
    for (let at = 0; at < FORWARDS; at += 1) {
      const extra_fields = { [at % 2 === 0 ? 'forwarded_from_id' : 'parent_message_id']: message.id };
      const client_message_id = randomUUID();
      await phone.request('message.send', { room_id: room.id, content: 'x', client_message_id, extra_fields });
    }
    // Devices of specs refuse frames that are larger than MAX_ANSWER_BYTES.
    const page = await historyOf(bobDevice, room);
    expect(page.length).toBeGreaterThan(0);
    expect(page.length).toBeLessThan(FORWARDS);
    await bobDevice.request('session.sync', {});
    await phone.request('message.modify', { action: 'delete', message_id: [message.id] });
    await Promise.all([phone.close(), bobDevice.close()]);
  });
});
