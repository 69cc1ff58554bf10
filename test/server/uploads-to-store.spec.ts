import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createGroup } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import { closeRoomsFixture, createRoomsFixture, others } from '../support/rooms-fixture.js';
import type { RoomsFixture } from '../support/rooms-fixture.js';
import { S3_BUCKET, S3_KEY, S3Server } from '../support/s3-server.js';
import { Service } from '../support/service.js';
import { attachmentIn, FileClient, longTextFile, sendFiles, sha256, textFile } from '../support/uploads.js';
import type { TestFile } from '../support/uploads.js';

let store: S3Server;
let parley: Service;
let fixture: RoomsFixture;
let alice: FileClient;

beforeAll(async () => {
  store = await S3Server.start();
  parley = await Service.start({
    STORAGE: 's3',
    S3_ENDPOINT: store.url,
    S3_BUCKET,
    S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
    S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
  });
  fixture = await createRoomsFixture(parley);
  alice = new FileClient(parley, fixture.alice);
});
afterAll(async () => {
  await closeRoomsFixture(fixture);
  await parley.stop();
  await store.stop();
});

interface Sent {
  readonly id: string;
  readonly put: (bytes: Buffer) => Promise<number>;
}

/** Creates an upload, of Alice for the group unless they are given. */
async function create(file: TestFile, files = alice, roomId = fixture.group.id): Promise<Sent> {
  const { status, body } = await files.create(roomId, file);
  expect([status, body]).toMatchObject([201, { upload: { protocol: 'put' } }]);
  if (body.upload.protocol !== 'put') throw new Error('the bytes go to the service');
  expect(body.upload.url).toContain(store.url);
  const { url, headers } = body.upload;
  const put = async (bytes: Buffer): Promise<number> =>
    (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status;
  return { id: body.upload_id, put };
}

describe('with an S3-compatible store', () => {
  it('a file is sent to the store by one PUT, checked, shown by a message and read by ranges', async () => {
    const file = longTextFile(300_000);
    const { id, put } = await create(file);
    expect(await alice.complete(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await put(file.bytes)).toBe(200);
    expect(await alice.complete(id)).toMatchObject({
      status: 200,
      body: { state: 'ready', sha256: sha256(file.bytes) },
    });
    const message = await sendFiles(fixture.phone, fixture.group.id, id);
    for (const device of others(fixture, fixture.group)) await device.receive('message.dispatch');
    const { media_url } = attachmentIn(message);
    expect((await alice.read(media_url)).body.equals(file.bytes)).toBe(true);
    const part = await alice.read(media_url, { Range: 'bytes=100-199' });
    expect([part.status, part.body.toString()]).toEqual([206, file.bytes.subarray(100, 200).toString()]);
    await fixture.phone.request('message.modify', { action: 'delete', message_id: [message.id] });
    expect((await alice.read(media_url)).status).toBe(404);
    for (const device of others(fixture, fixture.group)) await device.receive('messagemodification.dispatch');
  });

  it('bytes that are sent after the check change nothing', async () => {
    const file = textFile('checked bytes');
    const { id, put } = await create(file);
    await put(file.bytes);
    await alice.complete(id);
    await put(Buffer.from('changed bytes'));
    expect((await alice.read(`/api/files/${id}`)).body.toString()).toBe('checked bytes');
  });

  it('a deleted upload counts for the quota while its address is valid, and what arrives there is removed', async () => {
    const { erin } = await users(parley, 'erin');
    const device = await erin.connect();
    const room = await createGroup(device, []);
    await device.close();
    const files = new FileClient(parley, erin);
    const database = await connected(parley.serviceData);
    const charged = async (): Promise<number> => {
      const { rows } = await database.query<{ bytes: string }>('SELECT bytes FROM upload_usage WHERE user_id = $1', [
        erin.id,
      ]);
      return Number(rows[0]?.bytes ?? 0);
    };
    const { id, put } = await create(textFile('bytes of a thief'), files, room.id);
    await files.cancel(id);
    const isWaiting = `SELECT FROM uploads WHERE id = $1 AND state = 'removing' AND expires_at > now() + interval '20 minutes'`;
    await eventually(async () => (await database.query(isWaiting, [id])).rowCount === 1);
    expect(await files.pending(id)).toMatchObject({ status: 404 });
    expect(await put(Buffer.from('bytes of a thief'))).toBe(200);
    expect([await charged(), store.keys().includes(`incoming/${id}`)]).toEqual([4_096, true]);
    await database.query(
      `UPDATE uploads SET created_at = created_at - interval '1 hour', expires_at = now() WHERE id = $1`,
      [id],
    );
    await eventually(async () => (await database.query('SELECT FROM uploads WHERE id = $1', [id])).rowCount === 0);
    expect([await charged(), store.keys().includes(`incoming/${id}`)]).toEqual([0, false]);
    await database.end();
  });

  it('bytes of another type are refused, and nothing is left of them', async () => {
    const { id, put } = await create(textFile('<svg onload="alert(1)">'));
    await put(Buffer.from('<svg onload="alert(1)">'));
    expect(await alice.complete(id)).toMatchObject({ status: 422, body: { code: 'bytes_differ' } });
    await eventually(async () => (await alice.pending(id)).status === 404);
  });

  it('a message cannot show an upload whose bytes are not checked', async () => {
    const { id, put } = await create(textFile('unchecked'));
    await put(Buffer.from('unchecked'));
    const data = { room_id: fixture.group.id, content: '', extra_fields: { media: [{ upload_id: id }] } };
    expect(await fixture.phone.expectRefused('message.send', data)).toMatchObject({ code: 4005 });
  });

  it('the bytes of old messages are removed from the store by parley messages purge', async () => {
    const { dave } = await users(parley, 'dave');
    const device = await dave.connect();
    const room = await createGroup(device, []);
    const files = new FileClient(parley, dave);
    const sent = async (text: string) => {
      const { id, put } = await create(textFile(text), files, room.id);
      await put(Buffer.from(text));
      await files.complete(id);
      return { id, message: await sendFiles(device, room.id, id) };
    };
    const [old, kept] = [await sent('old'), await sent('kept')];
    await device.close();
    const database = await connected(parley.serviceData);
    const age = `UPDATE messages SET created_at = created_at - interval '31 days' WHERE id = $1`;
    await database.query(age, [old.message.id]);
    await database.query(`UPDATE uploads SET created_at = created_at - interval '31 days' WHERE id = $1`, [old.id]);
    await parley.parley('messages', 'purge', '--yes', '--older-than', '30d');
    const row = 'SELECT FROM uploads WHERE id = $1';
    await eventually(async () => (await database.query(row, [old.id])).rowCount === 0);
    await database.end();
    const stored = store.keys();
    expect(stored).toContain(`files/${kept.id}`);
    expect(stored.filter((key) => key.includes(old.id))).toEqual([]);
  });

  it('while the store is away, requests fail with a clear answer and the service lives', async () => {
    const { id } = await create(textFile('later'));
    await store.stop();
    expect(await alice.complete(id)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await alice.pending(id)).toMatchObject({ status: 200, body: { state: 'open' } });
    expect(await metric(parley, 'parley_store_failures_total')).toBe(1);
    store = await S3Server.start();
  });
});
