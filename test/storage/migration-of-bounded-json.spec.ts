import type { GroupChat } from '@parley/protocol';

import { connected } from '../support/database.js';
import { users } from '../support/people.js';
import { revertibleData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import { createGroup, historyOf, connectMember } from '../support/messaging.js';

/** 365 KB when it is returned, stored as by earlier releases. */
const NUMBERS = [...Array<number>(600).fill(1e308), ...Array<number>(600).fill(-5e-324)];
const SMALL = {
  text: `${'0'.repeat(30)} \\" ${'9'.repeat(30)}`,
  small: [0, 1.5, -2, 1e-7, 1e21, true, null, {}, [], ''],
};
const STORED_BEFORE = { '1e308 "': NUMBERS, ...SMALL };
const MENDED = { '1e308 "': NUMBERS.map(String), ...SMALL };
/** Longer than any deployment accepts from a client. */
const TOO_LARGE = { text: 'x'.repeat(5_300_000) };

const CHECK_VIOLATION = '23514';
const LONGEST = `SELECT greatest(
  (SELECT max(octet_length(preferences::text)) FROM rooms),
  (SELECT max(octet_length(metadata::text)) FROM attachments),
  (SELECT max(octet_length(data::text)) FROM webhook_deliveries)) AS longest`;

let serviceData: ServiceData;

beforeAll(async () => {
  serviceData = await revertibleData();
});
afterAll(() => serviceData.remove());

describe('the migration that bounds the JSON of clients', () => {
  it('stores long numbers as text, empties values that are too large, and keeps all others', async () => {
    const { parley, bob, group, other, deliveryId } = await storedAsBefore();
    await parley.restart();

    const device = await bob.connect(parley);
    const [second, first] = await historyOf(device, group);
    expect(first!.attachments.map(({ metadata }) => metadata)).toEqual([MENDED]);
    expect(second!.attachments.map(({ metadata }) => metadata)).toEqual([{}]);
    const info = (await device.request('room.info', { room_id: group.id })).data as GroupChat;
    expect(info.property.preferences).toEqual(MENDED);
    const otherInfo = (await device.request('room.info', { room_id: other.id })).data as GroupChat;
    expect(otherInfo.property.preferences).toEqual({});

    const database = await connected(serviceData);
    const { rows } = await database.query<{ longest: number }>(LONGEST);
    expect(rows[0]!.longest).toBeLessThan(100_000);
    const { rows: deliveries } = await database.query<{ data: { n: unknown[] } }>(
      'SELECT data FROM webhook_deliveries WHERE id = $1',
      [deliveryId],
    );
    expect(deliveries[0]!.data.n[0]).toBe('1e+308');
    for (const statement of refusedStatements(database.escapeLiteral(JSON.stringify({ n: NUMBERS })))) {
      await expect(database.query(statement)).rejects.toMatchObject({ code: CHECK_VIOLATION });
    }
    await database.end();
    await parley.stop();
  });
});

const refusedStatements = (json: string): string[] => [
  `UPDATE rooms SET preferences = ${json}`,
  `UPDATE attachments SET metadata = ${json}`,
  `UPDATE webhook_deliveries SET data = jsonb_build_array(${Array<string>(4).fill(`${json}::jsonb`).join()})`,
];

/** Reverts the migrations from the newest to this one. */
async function revertedTo(parley: Service, migration: string): Promise<void> {
  for (let reverted: unknown; reverted !== migration;)
    ({ reverted } = (await parley.parley('migrate', 'down', '--yes')) as { reverted: unknown });
}

/** Stored by a release without the migration. */
async function storedAsBefore() {
  const parley = await Service.start({}, serviceData);
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const phone = await alice.connect();
  const members = [await connectMember(bob)];
  const [group, other] = [await createGroup(phone, members), await createGroup(phone, members)];
  const media = [{ media_url: 'https://x.example/a', media_type: 'file', mime_type: 'text/csv' }];
  for (const content of ['first', 'second']) {
    await phone.request('message.send', { room_id: group.id, content, extra_fields: { media } });
  }
  const { id: webhookId } = (await parley.parley('webhooks', 'create', 'http://127.0.0.1:9/')) as { id: string };
  await parley.parley('webhooks', 'test', webhookId);
  await parley.parley('webhooks', 'disable', webhookId);

  await revertedTo(parley, 'Release03Tables1798400000000');
  const database = await connected(serviceData);
  const [large, tooLarge] = [JSON.stringify(STORED_BEFORE), JSON.stringify(TOO_LARGE)];
  await database.query('UPDATE rooms SET preferences = $1 WHERE id = $2', [large, group.id]);
  await database.query('UPDATE rooms SET preferences = $1 WHERE id = $2', [tooLarge, other.id]);
  const ofMessage = 'UPDATE attachments SET metadata = $1 FROM messages m WHERE m.id = message_id AND m.content = $2';
  await database.query(ofMessage, [large, 'first']);
  await database.query(ofMessage, [tooLarge, 'second']);
  const { rows } = await database.query<{ id: string }>('UPDATE webhook_deliveries SET data = $1 RETURNING id', [
    JSON.stringify({ n: Array(4).fill(NUMBERS).flat() }),
  ]);
  await database.end();
  return { parley, bob, group, other, deliveryId: rows[0]!.id };
}
