import { randomUUID } from 'node:crypto';

import { Administration } from '../support/administration.js';
import { eventually } from '../support/eventually.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

interface Delivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event: string;
  readonly state: string;
}

interface Webhook {
  readonly id: string;
  readonly is_active: boolean;
}

let parley: Service;
let alice: TestUser;
let admin: Administration;
let receiver: WebhookReceiver;

beforeAll(async () => {
  parley = await sharedService('eagerDeliveries');
  ({ alice } = await users(parley, 'alice'));
  admin = await Administration.by(parley, alice, 'admin');
});
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  expect(receiver.forged).toEqual([]);
  if (receiver.id !== '') await admin.expect(admin.delete(`webhooks/${receiver.id}/`));
  await receiver.close();
});

async function created(body: object = {}): Promise<void> {
  receiver.use(await admin.expect(admin.post('webhooks/', { url: receiver.url, ...body })));
}

/** @returns the id of a delivery that was accepted */
async function delivered(): Promise<string> {
  const { delivery_id } = await admin.expect(admin.post<{ delivery_id: string }>(`webhooks/${receiver.id}/test/`));
  await eventually(async () =>
    (await deliveries()).some(({ id, state }) => id === delivery_id && state === 'delivered'),
  );
  return delivery_id;
}

const deliveries = (more = ''): Promise<Delivery[]> =>
  admin.all<Delivery>(`webhooks/deliveries/?webhook_id=${receiver.id}${more}`, 'deliveries');

describe('the webhooks of the administration', () => {
  it('are for administrators only', async () => {
    const { bob } = await users(parley, 'bob');
    const moderator = await Administration.by(parley, bob, 'moderator');
    const id = randomUUID();
    for (const [method, path, body] of [
      ['GET', 'webhooks/'],
      ['POST', 'webhooks/', { url: 'https://example.com/' }],
      ['GET', `webhooks/${id}/deletion/`],
      ['DELETE', `webhooks/${id}/`],
      ['POST', `webhooks/${id}/enable/`],
      ['POST', `webhooks/${id}/disable/`],
      ['POST', `webhooks/${id}/test/`],
      ['GET', 'webhooks/deliveries/'],
      ['POST', 'webhooks/replay/', { ids: [id] }],
    ] as const) {
      const answer = await moderator.request(method, path, body);
      expect([path, answer]).toMatchObject([path, { status: 403, body: { code: 'permission_denied' } }]);
    }
  });

  it('are created with a secret that is not shown again, tested, disabled, enabled and deleted', async () => {
    await created({ description: 'of a bot', events: ['message.created'] });
    const { id } = receiver;
    const list = await admin.expect(admin.get<{ webhooks: readonly Webhook[] }>('webhooks/'));
    expect(list.webhooks.find((webhook) => webhook.id === id)).toEqual({
      id,
      url: receiver.url.split('?')[0],
      description: 'of a bot',
      events: ['message.created'],
      is_active: true,
      created_at: expect.any(String) as string,
    });
    await delivered();
    expect(receiver.accepted).toMatchObject([{ type: 'ping' }]);
    await admin.expect(admin.post(`webhooks/${id}/disable/`));
    expect(await admin.post(`webhooks/${id}/test/`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await admin.expect(admin.post(`webhooks/${id}/enable/`));
    await expect(admin.expect(admin.get(`webhooks/${id}/deletion/`))).resolves.toMatchObject({
      id,
      is_active: true,
      deliveries: 1,
      pending: 0,
    });
    await admin.expect(admin.delete(`webhooks/${id}/`));
    receiver.id = '';
    for (const path of [`webhooks/${id}/`, 'webhooks/no-id/']) {
      expect(await admin.delete(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const entries = (await parley.parley(
      'audit',
      'list',
      '--user',
      alice.username,
      '--action',
      'webhooks.',
    )) as readonly {
      action: string;
    }[];
    expect(entries.map(({ action }) => action)).toEqual([
      'webhooks.delete',
      'webhooks.enable',
      'webhooks.disable',
      'webhooks.test',
      'webhooks.create',
    ]);
  });

  it('are listed in pages, the oldest first', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) {
      const { id } = await admin.expect(admin.post<{ id: string }>('webhooks/', { url: receiver.url }));
      ids.push(id);
    }
    const listed = await admin.all<Webhook>('webhooks/?limit=2', 'webhooks');
    expect(listed.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
    for (const id of ids) await admin.expect(admin.delete(`webhooks/${id}/`));
  });

  it('are refused with invalid fields', async () => {
    for (const [body, field] of [
      [{}, 'url'],
      [{ url: 'file:///etc/passwd' }, 'url'],
      [{ url: 'http://10.0.0.1/' }, 'url'],
      [{ url: 'http://localhost:8080/' }, 'url'],
      [{ url: 'http://db.internal/' }, 'url'],
      [{ url: receiver.url, events: ['message.read'] }, 'events'],
      [{ url: receiver.url, events: [] }, 'events'],
      [{ url: receiver.url, description: 'a'.repeat(201) }, 'description'],
    ] as const) {
      expect(await admin.post('webhooks/', body)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
    }
  });
});

describe('deliveries of the administration', () => {
  it('are listed in pages, the newest first, by their state', async () => {
    await created();
    const sent = [await delivered(), await delivered(), await delivered()].reverse();
    const listed = await deliveries('&limit=2');
    expect(listed.map(({ id }) => id)).toEqual(sent);
    expect(listed[0]).toMatchObject({ webhook_id: receiver.id, event: 'ping', state: 'delivered' });
    await expect(deliveries('&state=delivered&limit=1')).resolves.toHaveLength(3);
    await expect(deliveries('&state=dead')).resolves.toEqual([]);
    const all = await admin.expect(admin.get<{ deliveries: readonly Delivery[] }>('webhooks/deliveries/?limit=1'));
    expect(all.deliveries).toHaveLength(1);
    expect(await admin.get('webhooks/deliveries/?state=lost&webhook_id=1')).toMatchObject({
      status: 400,
      body: { state: [expect.any(String)], webhook_id: [expect.any(String)] },
    });
  });

  it('are sent again by their ids, by their webhook and by their time', async () => {
    await created();
    const before = new Date(Date.now() - 60_000).toISOString();
    const first = await delivered();
    const timesOf = (id: string): number => receiver.accepted.filter((event) => event.id === id).length;
    let times = 1;
    for (const body of [
      { ids: [first] },
      { webhook_id: receiver.id },
      { webhook_id: receiver.id, state: 'delivered' },
      { since: before, webhook_id: receiver.id },
    ]) {
      const answer = await admin.expect(admin.post('webhooks/replay/', body));
      expect(answer).toEqual({ replayed: 1, next_cursor: null });
      times += 1;
      await eventually(() => timesOf(first) === times);
      await eventually(async () => (await deliveries('&state=delivered')).length === 1);
    }
    for (const body of [{ webhook_id: receiver.id, state: 'dead' }, { ids: [randomUUID()] }]) {
      const answer = await admin.expect(admin.post('webhooks/replay/', body));
      expect(answer).toEqual({ replayed: 0, next_cursor: null });
    }
    for (const [body, field] of [
      [{}, 'ids'],
      [{ state: 'dead' }, 'ids'],
      [{ ids: ['all'] }, 'ids'],
      [{ since: 'yesterday' }, 'since'],
    ] as const) {
      expect(await admin.post('webhooks/replay/', body)).toMatchObject({
        status: 400,
        body: { [field]: [expect.any(String)] },
      });
    }
  });
});
