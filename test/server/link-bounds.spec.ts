import type { Message, Room } from '@parley/protocol';
import type pg from 'pg';
import sharp from 'sharp';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import type { Environment } from '../support/environment.js';
import { eventually } from '../support/eventually.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { metric } from '../support/metrics.js';
import { PageServer } from '../support/page-server.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';
import { PROFILES } from '../support/shared-services.js';
import { FileClient } from '../support/uploads.js';

const KIB = 1_024;
const PAGE_BYTES = 512 * KIB;
const HTML = { 'content-type': 'text/html' };

let parley: Service;
let database: pg.Client;
let pages: PageServer;
let alice: TestUser;
let bob: TestUser;
let device: ChatClient;
let room: Room;

beforeAll(async () => {
  parley = await Service.start(PROFILES.links);
  [database, pages] = await Promise.all([connected(parley.serviceData), PageServer.start()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await alice.connect();
  ({ data: room } = await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] }));
});
afterEach(() => device.close());
afterAll(async () => {
  await database.end();
  await Promise.all([parley.stop(), pages.stop()]);
});

const rows = async (query: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await database.query<Record<string, unknown>>(query, values)).rows;

/** The embedded database ends with the service. */
async function restart(env: Environment = {}): Promise<void> {
  await Promise.all([database.end(), device.close()]);
  await parley.restart('SIGTERM', env);
  [database, device] = await Promise.all([connected(parley.serviceData), alice.connect()]);
}

/** Until no links are to be fetched. */
const allFetched = () => eventually(async () => (await rows('SELECT FROM link_fetches')).length === 0);

/** Sends a message with links, and waits until they are fetched. */
async function linking(...urls: string[]): Promise<Message> {
  const before = await metric(parley, 'parley_link_fetches_total{kind="page",outcome="refused"}');
  const { id } = await sendMessage(device, room, urls.join(' '));
  const current = async (): Promise<Message> => (await historyOf(device, room)).find((message) => message.id === id)!;
  await eventually(async () => {
    const refused = (await metric(parley, 'parley_link_fetches_total{kind="page",outcome="refused"}')) - before;
    return (await current()).link_previews.length + refused >= urls.length;
  });
  return current();
}

/** A page without an end. */
function endless(path: string, beginning: string): string {
  return pages.answer(path, (_, response) => {
    const part = Buffer.alloc(64 * KIB, ' ');
    const send = (): void => {
      while (!response.destroyed && response.write(part));
    };
    response.writeHead(200, HTML).write(beginning);
    response.on('drain', send);
    send();
  });
}

describe('a page', () => {
  it('is read up to 512 KiB', async () => {
    const late = `<p>${' '.repeat(PAGE_BYTES)}</p><title>Too late</title>`;
    const urls = [endless('/endless', '<title>It has no end</title>'), pages.serves('/late', late, 'text/html')];
    const before = await metric(parley, 'parley_link_fetch_bytes_total');
    expect((await linking(...urls)).link_previews).toMatchObject([{ url: urls[0], title: 'It has no end' }]);
    expect((await metric(parley, 'parley_link_fetch_bytes_total')) - before).toBe(2 * PAGE_BYTES);
  });

  it('is read for 3 seconds, and another one of its host afterwards', async () => {
    let [slowAt, nextAt] = [0, 0];
    const slow = pages.answer('/slow', (_, response) => {
      slowAt = performance.now();
      response.writeHead(200, HTML).write('<title>Never');
    });
    const next = pages.answer('/next', (_, response) => {
      nextAt = performance.now();
      response.writeHead(200, HTML).end('<title>Afterwards</title>');
    });
    await sendMessage(device, room, `${slow} ${pages.serves('/other', '<title>Other</title>', 'text/html')}`);
    await eventually(() => slowAt > 0);
    const { id } = await sendMessage(device, room, next);
    const { data } = await device.receive('messagepreview.dispatch', ({ data }) => data.message_id === id);
    expect(data.link_previews).toMatchObject([{ title: 'Afterwards' }]);
    expect(nextAt - slowAt).toBeGreaterThan(2_500);
    expect(nextAt - slowAt).toBeLessThan(10_000);
    await allFetched();
  });

  it('has no picture in its preview if that is too large, has too many pixels, or has a long address', async () => {
    const background = 'white';
    const pixels = await sharp({ create: { width: 8_000, height: 6_251, channels: 3, background } })
      .png()
      .toBuffer();
    pages.serves('/pixels.png', pixels, 'image/png');
    pages.serves('/bytes.png', Buffer.alloc(5 * KIB * KIB + 1), 'image/png');
    const images = { pixels: '/pixels.png', bytes: '/bytes.png', address: `/${'x'.repeat(3_000)}` };
    const urls = Object.entries(images).map(([title, image]) => pages.page(`/${title}`, { title, image }));
    const previews = (await linking(...urls)).link_previews;
    expect(previews.map(({ title, image_url: image }) => [title, image])).toEqual([
      ['pixels', null],
      ['bytes', null],
      ['address', null],
    ]);
    expect(['/pixels.png', '/bytes.png', images.address].map((path) => pages.requests(path))).toEqual([1, 1, 0]);
  });
});

describe('what was fetched', () => {
  it('is kept for a day, a failure for ten minutes, and then fetched again and removed', async () => {
    await database.query('DELETE FROM fetched_links');
    const [good, bad] = [pages.page('/good', { title: 'Good' }), `${pages.url}/bad`];
    await linking(good, bad);
    const kept = await rows(
      `SELECT result LIKE '%fault%' AS failed, round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes
       FROM fetched_links ORDER BY failed`,
    );
    expect(kept).toEqual([
      { failed: false, minutes: 1_440 },
      { failed: true, minutes: 10 },
    ]);
    await database.query('UPDATE fetched_links SET expires_at = now()');
    await linking(good);
    expect([pages.requests('/good'), pages.requests('/bad')]).toEqual([2, 1]);
    await restart();
    await eventually(async () => (await rows('SELECT FROM fetched_links WHERE expires_at <= now()')).length === 0);
    expect(await rows('SELECT FROM fetched_links')).toHaveLength(1);
  });

  it('of pictures takes at most 1 GiB: the oldest are removed first', async () => {
    await database.query(
      `INSERT INTO uploads (id, kind, state, filename, user_id, mime_type, bytes, served_bytes, charged_bytes, secret,
         created_at, expires_at)
       SELECT gen_random_uuid(), 'preview', 'ready', name, 0, 'image/png', 1, 600 * 1048576, 0, name,
         now() - age, now() + interval '1 day'
       FROM (VALUES ('older', interval '2 hours'), ('newer', interval '1 hour')) AS kept (name, age)`,
    );
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const url = pages.serves('/newest.png', bytes, 'image/png');
    expect((await new FileClient(parley, alice).read(`/api/images/?url=${url}`)).status).toBe(200);
    await eventually(
      async () =>
        (await rows(`SELECT FROM uploads WHERE secret = 'older' AND state = 'ready' AND expires_at > now()`)).length ===
        0,
    );
    expect(await rows(`SELECT FROM uploads WHERE secret = 'newer' AND expires_at > now()`)).toHaveLength(1);
  });
});

describe('the links of one user', () => {
  it('wait in 100 messages at most', async () => {
    await database.query(
      `INSERT INTO link_fetches (message_id, room_id, user_id, due_at)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, now() + interval '1 hour' FROM generate_series(1, 100)`,
      [alice.id],
    );
    const [hers, his] = [pages.page('/hers', { title: 'Hers' }), pages.page('/his', { title: 'His' })];
    await sendMessage(device, room, hers);
    const other = await bob.connect();
    await sendMessage(other, room, his);
    await eventually(async () => (await historyOf(device, room)).some(({ link_previews: shown }) => shown.length > 0));
    await other.close();
    await database.query('DELETE FROM link_fetches');
    await linking(pages.page('/later', { title: 'Later' }));
    expect(['/hers', '/his', '/later'].map((path) => pages.requests(path))).toEqual([0, 1, 1]);
  });

  it('are fetched 300 times an hour at most', async () => {
    const url = pages.page('/popular', { title: 'Popular' });
    const each = [1, 2, 3].map((count) => `${url}#${String(count)}`).join(' ');
    for (let message = 0; message < 100; message += 1) await sendMessage(device, room, each);
    await allFetched();
    await sendMessage(device, room, pages.page('/over', { title: 'Over' }));
    const other = await bob.connect();
    await sendMessage(other, room, pages.page('/of-bob', { title: 'Of Bob' }));
    await other.close();
    await eventually(() => pages.requests('/of-bob') === 1);
    await allFetched();
    const shown = (await historyOf(device, room)).flatMap(({ link_previews: previews }) => previews);
    expect([shown.length, pages.requests('/over')]).toEqual([301, 0]);
  });

  it('are forgotten while previews are off', async () => {
    await database.query(
      'INSERT INTO link_fetches (message_id, room_id, user_id) SELECT gen_random_uuid(), gen_random_uuid(), $1',
      [alice.id],
    );
    await restart({ LINK_PREVIEWS: 'false' });
    await allFetched();
  });
});
