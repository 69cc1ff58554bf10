import type { ServerResponse } from 'node:http';

import type { GroupChat } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { metric } from '../support/metrics.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { WebhookReceiver } from '../support/receiver.js';
import { sampled } from '../support/sample.js';
import { Service } from '../support/service.js';
import { createGroup, connectMember, sendMessage } from '../support/messaging.js';

const RECEIVED = 'message.created';
const ROUNDS = sampled(2);

let parley: Service;
let receiver: WebhookReceiver;
let alice: TestUser;
let phone: ChatClient;
let group: GroupChat;

beforeAll(async () => {
  parley = await Service.start({ WEBHOOK_RETRY_SECONDS: '1', WEBHOOK_ATTEMPTS: '2' });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  receiver = await (await WebhookReceiver.start()).register(parley, '--events', RECEIVED);
  const { bob, ...others } = await users(parley, 'alice', 'bob');
  alice = others.alice;
  phone = await alice.connect();
  group = await createGroup(phone, [await connectMember(bob)]);
});
afterEach(async () => {
  expect(receiver.forged).toEqual([]);
  await parley.parley('webhooks', 'delete', receiver.id, '--yes');
  await receiver.close();
});

const received = (): unknown[] => receiver.acceptedOf(RECEIVED).map(({ data }) => data!.content);
const deliveries = (...options: string[]): Promise<Record<string, unknown>[]> =>
  parley.parley('webhooks', 'deliveries', ...options) as Promise<Record<string, unknown>[]>;
/** The number of deliveries to the receiver in this state, in the database. */
async function countOf(state: string): Promise<number> {
  const database = await connected(parley.serviceData);
  const { rowCount } = await database.query('SELECT FROM webhook_deliveries WHERE webhook_id = $1 AND state = $2', [
    receiver.id,
    state,
  ]);
  await database.end();
  return rowCount ?? 0;
}
/** Each node counts its own deliveries. */
const perNode = async (line: string): Promise<number> => {
  let sum = 0;
  for (let node = 0; node < parley.size; node += 1) sum += await metric(parley, line);
  return sum;
};

describe('a webhook receiver', () => {
  it('receives everything after an outage, with dead deliveries that an operator lists and replays', async () => {
    await sendMessage(phone, group, 'before');
    await eventually(() => received().length === 1);
    await receiver.close();
    for (const content of ['one', 'two', 'three']) await sendMessage(phone, group, content);
    await eventually(async () => (await countOf('dead')) === 3);

    expect((await deliveries('--webhook', receiver.id, '--state', 'dead'))[0]).toMatchObject({
      event: RECEIVED,
      room_id: group.id,
      state: 'dead',
      attempts: 2,
      last_status: null,
      last_error: 'ECONNREFUSED',
      next_attempt_at: null,
    });
    expect(parley.output).toContain(`The webhook ${receiver.id} (http://127.0.0.1:`);
    expect(parley.output).toContain('fails, and is retried: ECONNREFUSED');
    expect(parley.output.match(/Gave up message\.created/g)).toHaveLength(3);
    await eventually(async () => (await metric(parley, 'parley_webhook_dead')) === 3);
    expect(await perNode('parley_webhook_deliveries_total{outcome="dead"}')).toBe(3);
    expect(await perNode('parley_webhook_deliveries_total{outcome="retried"}')).toBeGreaterThanOrEqual(3);

    await receiver.open();
    const dead = (await deliveries('--webhook', receiver.id, '--state', 'dead')).map(({ id }) => id);
    const replayed = await parley.parley('webhooks', 'replay', '--webhook', receiver.id, '--state', 'dead');
    expect(replayed).toEqual({ replayed: 3 });
    await eventually(() => received().length === 4);
    expect(received()).toEqual(['before', 'one', 'two', 'three']);
    expect(dead.sort()).toEqual(
      receiver
        .acceptedOf(RECEIVED)
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    );
    // Each node has its own state: a node logs the recovery with its next delivery.
    let sent = 4;
    await eventually(async () => {
      await sendMessage(phone, group, 'and more');
      sent += 1;
      return parley.output.includes('accepts deliveries again');
    });
    // None of them is left for the receiver of the next story.
    await eventually(() => received().length === sent);
  });

  it('receives a retry of a failed delivery under the same id, without further delay', async () => {
    let answered = 0;
    receiver.setAnswer(() => ((answered += 1) % 2 === 1 ? 500 : 200));
    await sendMessage(phone, group, 'one');
    await eventually(() => received().length === 1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  it('receives nothing more after it has answered 410', async () => {
    receiver.setAnswer(() => 410);
    await sendMessage(phone, group, 'one');
    await eventually(() => parley.output.includes('its receiver responded with 410 (Gone)'));
    await expect(parley.parley('webhooks', 'list')).resolves.toMatchObject([{ id: receiver.id, is_active: false }]);
    await eventually(async () => (await countOf('dead')) === 1);
    await sendMessage(phone, group, 'two');
    receiver.setAnswer(() => 204);
    await parley.parley('webhooks', 'enable', receiver.id);
    await sendMessage(phone, group, 'three');
    await eventually(() => received().length > 0);
    expect([receiver.received.length, received()]).toEqual([2, ['three']]);
  });

  it('is not followed to another address by a redirect', async () => {
    const elsewhere = await WebhookReceiver.start();
    receiver.setAnswer((_, response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
      return undefined;
    });
    await sendMessage(phone, group, 'one');
    await eventually(async () => (await countOf('dead')) === 1);
    expect(await deliveries('--webhook', receiver.id, '--state', 'dead')).toMatchObject([{ last_status: 307 }]);
    expect([elsewhere.received, elsewhere.forged]).toEqual([[], []]);
    await elsewhere.close();
  });

  it('delays no other receiver, and no request of a user', async () => {
    receiver.setAnswer(() => undefined);
    const other = await (await WebhookReceiver.start()).register(parley, '--events', RECEIVED);
    for (let at = 0; at < 30; at += 1) await sendMessage(phone, group, String(at));
    await eventually(() => other.acceptedOf(RECEIVED).length === 30);
    expect(receiver.accepted).toEqual([]);
    expect(await deliveries('--webhook', receiver.id, '--state', 'pending')).toHaveLength(30);
    receiver.setAnswer(() => 200);
    expect(other.forged).toEqual([]);
    await parley.parley('webhooks', 'delete', other.id, '--yes');
    await other.close();
  });

  it('receives nothing more while its webhook is disabled, however many deliveries are pending', async () => {
    for (let at = 0; at < 60; at += 1) await sendMessage(phone, group, String(at));
    await eventually(() => received().length === 60);
    const held: ServerResponse[] = [];
    receiver.setAnswer((_, response) => {
      held.push(response);
      return undefined;
    });
    await parley.parley('webhooks', 'replay', '--webhook', receiver.id);
    await eventually(() => held.length >= 8);

    await parley.parley('webhooks', 'disable', receiver.id);
    receiver.setAnswer(() => 204);
    for (const response of held) response.writeHead(204).end();
    const other = await (await WebhookReceiver.start()).register(parley, '--events', RECEIVED);
    await sendMessage(phone, group, 'to another');
    await eventually(() => other.acceptedOf(RECEIVED).length === 1);
    expect(await deliveries('--webhook', receiver.id, '--state', 'pending')).not.toEqual([]);
    await parley.parley('webhooks', 'enable', receiver.id);
    await eventually(async () => (await metric(parley, 'parley_webhook_pending')) === 0);
    await parley.parley('webhooks', 'delete', other.id, '--yes');
    await other.close();
  });

  it('loses pending deliveries of a disabled webhook after the retention time', async () => {
    await sendMessage(phone, group, 'long ago');
    await eventually(() => received().length === 1);
    await parley.parley('webhooks', 'disable', receiver.id);
    await parley.parley('webhooks', 'replay', '--webhook', receiver.id);
    const database = await connected(parley.serviceData);
    await database.query(`UPDATE webhook_deliveries SET next_attempt_at = now() - interval '30 days 1 hour'`);
    await database.end();
    await parley.restart();
    await eventually(() => parley.output.includes('Gave up 1 webhook deliveries that were due 30 days ago'));
    expect(await deliveries('--webhook', receiver.id)).toMatchObject([{ state: 'dead', attempts: 0 }]);
  });

  it('misses nothing when all processes are killed, and receives no event that was not committed', async () => {
    receiver.setAnswer(() => (Math.random() < 0.3 ? 503 : 200));
    const sent: string[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let at = 0; at < 20; at += 1) {
        const content = `${String(round)}.${String(at)}`;
        await sendMessage(phone, group, content);
        sent.push(content);
      }
      await parley.restart('SIGKILL');
      phone = await alice.connect();
    }
    receiver.setAnswer(() => 200);
    const ended = async (): Promise<number> => (await countOf('delivered')) + (await countOf('dead'));
    await eventually(async () => (await ended()) === sent.length);
    await parley.parley('webhooks', 'replay', '--webhook', receiver.id, '--state', 'dead');
    await eventually(() => received().length === sent.length);
    expect(received()).toEqual(sent);
  });
});
