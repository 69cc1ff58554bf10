import { randomUUID } from 'node:crypto';

import { ApiClient } from '../support/api.js';
import { connected } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { connectMember } from '../support/messaging.js';
import type { Member } from '../support/messaging.js';
import { users } from '../support/people.js';
import { ProductBackend, userPath } from '../support/product.js';
import { WebhookReceiver } from '../support/receiver.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let shop: ProductBackend;
let bob: Member;

beforeAll(async () => {
  parley = await sharedService();
  shop = await ProductBackend.create(parley);
});

beforeEach(async () => {
  bob = await connectMember((await users(parley, 'bob')).bob);
});
afterEach(() => bob.device.close());

const newId = (): string => `cust:${randomUUID()}`;

async function actionsOn(username: string): Promise<string[]> {
  const entries = (await parley.parley('audit', 'list', '--user', username)) as { action: string }[];
  return entries.map(({ action }) => action).reverse();
}

/** A room of Bob with a user of the product. */
async function shareRoomWith(id: number): Promise<string> {
  const { data } = await bob.device.request('room.create', { type: 'GroupChat', name: 'Order', participants: [id] });
  return data.id;
}

describe('PUT of a user of a product', () => {
  it('makes the user, with a username from the id, and the same again changes and sends nothing', async () => {
    const id = newId();
    const state = {
      first_name: 'Ada',
      email: 'ada@shop.example',
      avatar: 'https://shop.example/a.png',
      custom: { vip: true, note: '\u0000' },
      language: 'de',
    };
    const made = await shop.put(id, state);
    const user = {
      id: expect.any(Number) as number,
      username: id.replace(':', '-'),
      first_name: 'Ada',
      last_name: '',
      avatar: state.avatar,
      status: null,
      is_bot: false,
      custom: state.custom,
      external_id: id,
      email: state.email,
      language: 'de',
      kind: 'member',
      is_active: true,
    };
    expect([made.status, made.body]).toEqual([201, user]);
    await shareRoomWith((made.body as { id: number }).id);
    for (const again of [state, {}, { username: user.username, kind: 'member', is_active: true }]) {
      const answer = await shop.put(id, again);
      expect([answer.status, answer.body]).toEqual([200, user]);
    }
    expect(await actionsOn(user.username)).toEqual(['users.create']);
    await expect(bob.device.drain()).resolves.not.toContainEqual(
      expect.objectContaining({ eventType: 'userupdate.dispatch' }),
    );
  });

  it('changes the fields that are named alone, which those who share a room see, and null clears', async () => {
    const made = await shop.user(newId(), { first_name: 'Ada', last_name: 'Love', custom: { a: 1 }, language: 'de' });
    await shareRoomWith(made.id);
    const changed = await shop.user(made.external_id, { first_name: 'Grace', custom: null, language: null });
    expect(changed).toEqual({ ...made, first_name: 'Grace', custom: {}, language: null });
    const { data } = await bob.device.receive('userupdate.dispatch');
    expect(data.user).toMatchObject({ id: made.id, first_name: 'Grace', last_name: 'Love', custom: {} });
    expect(data.user).not.toHaveProperty('external_id');
    expect(await shop.user(made.external_id, { first_name: null, last_name: null })).toMatchObject({
      first_name: '',
      last_name: '',
    });
    const { data: found } = await bob.device.request('user.find', { username: made.username });
    for (const hidden of ['external_id', 'email', 'is_active']) expect(found).not.toHaveProperty(hidden);
  });

  it('makes one user of many at once, on every node', async () => {
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => shop.put(id, { custom: { at } })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
    expect(new Set(answers.map(({ body }) => (body as { id: number }).id)).size).toBe(1);
    expect((await actionsOn(id.replace(':', '-'))).filter((action) => action === 'users.create')).toHaveLength(1);
  });

  it('finds another username if that of the id is taken, and accepts names that look alike', async () => {
    const number = randomUUID();
    const [one, other] = [await shop.user(`o:${number}`), await shop.user(`o/${number}`)];
    expect(one.username).toBe(`o-${number}`);
    expect(other.username).toMatch(new RegExp(`^o-${number}-[0-9a-f]{8}$`));
    await shop.user(newId(), { username: `aO1-${number}` });
    await shop.user(newId(), { username: `a0l-${number}` });
    await expect(shop.put(newId(), { username: bob.user.username })).resolves.toMatchObject({ status: 409 });
    const { body } = await shop.put(one.external_id, { username: bob.user.username, first_name: 'Half' });
    expect(body).toEqual({ detail: `The username ${bob.user.username} is taken.`, code: 'conflict' });
    await expect(shop.user(one.external_id)).resolves.toEqual(one);
  });

  it('does not vouch for an address, and takes back that of a change', async () => {
    const { external_id: id } = await shop.user(newId(), { email: 'a@shop.example' });
    const database = await connected(parley.serviceData);
    const verified = async () =>
      (
        await database.query<{ address_key: string }>(
          'SELECT address_key FROM verified_addresses JOIN users ON users.id = user_id WHERE external_id = $1',
          [id],
        )
      ).rows;
    expect(await verified()).toEqual([]);
    await database.query(
      'INSERT INTO verified_addresses (address_key, user_id) SELECT $2, id FROM users WHERE external_id = $1',
      [id, `${randomUUID()}@shop.example`],
    );
    await shop.put(id, { first_name: 'Ada' });
    expect(await verified()).toHaveLength(1);
    await shop.put(id, { email: 'b@shop.example' });
    expect(await verified()).toEqual([]);
    await database.end();
  });

  it('makes guests and members, and deactivates and activates', async () => {
    const guest = await shop.user(newId(), { kind: 'guest' });
    expect(guest).toMatchObject({ kind: 'guest', is_guest: true });
    const { external_id: id } = guest;
    await expect(shop.user(id, { kind: 'member' })).resolves.toMatchObject({ kind: 'member' });
    await expect(shop.user(id, { is_active: false })).resolves.toMatchObject({ is_active: false });
    await expect(shop.user(id, { is_active: true })).resolves.toMatchObject({ is_active: true });
    await parley.parley('users', 'deactivate', guest.username);
    await expect(shop.put(id, { is_active: true })).resolves.toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    expect(await actionsOn(guest.username)).toEqual([
      'users.create',
      'users.set_kind',
      'users.deactivate',
      'users.activate',
      'users.deactivate',
    ]);
  });

  it('does not touch moderators and administrators, but for their profiles', async () => {
    const { external_id: id, username } = await shop.user(newId());
    await parley.parley('users', 'set-role', username, 'admin');
    await expect(shop.user(id, { first_name: 'Boss' })).resolves.toMatchObject({ first_name: 'Boss' });
    await expect(shop.put(id, { is_active: false })).resolves.toMatchObject({ status: 403 });
    for (const mode of ['deactivate', 'delete', 'erase']) {
      await expect(shop.remove(id, mode)).resolves.toMatchObject({ status: 403 });
    }
    await expect(shop.user(id)).resolves.toMatchObject({ is_active: true });
  });
});

it('a webhook names the users of a product by their external ids too, and members do not see them', async () => {
  const receiver = await WebhookReceiver.start();
  try {
    await receiver.register(parley, '--events', 'room.created');
    const { id, external_id } = await shop.user();
    const roomId = await shareRoomWith(id);
    await eventually(() => receiver.acceptedOf('room.created').some(({ room_id }) => room_id === roomId));
    const [event] = receiver.acceptedOf('room.created').filter(({ room_id }) => room_id === roomId);
    const { participants } = event!.data as { participants: readonly { id: number }[] };
    const [product, other] = [id, bob.user.id].map((one) => participants.find((user) => user.id === one));
    expect(product).toHaveProperty('external_id', external_id);
    expect(other).not.toHaveProperty('external_id');
    const { data } = await bob.device.request('room.info', { room_id: roomId });
    expect(JSON.stringify(data)).not.toContain('external_id');
  } finally {
    await parley.parley('webhooks', 'delete', receiver.id, '--yes');
    await receiver.close();
  }
});

describe('a batch of users', () => {
  it('answers each in order and by itself, and the later entry of one id holds', async () => {
    const [old, made, twice] = [await shop.user(), newId(), newId()];
    const { status, body } = await shop.api.send('POST', '/api/users/external/', {
      users: [
        { external_id: made, first_name: 'New' },
        { external_id: old.external_id, first_name: 'Old' },
        { external_id: twice, first_name: 'One' },
        { external_id: newId(), username: bob.user.username },
        { external_id: newId(), first_nam: 'x' },
        { external_id: 7 },
        { external_id: twice, first_name: 'Two' },
        { external_id: newId(), username: 'a b', custom: { long: 'x'.repeat(20_000) } },
      ],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      users: [
        { status: 201, user: expect.objectContaining({ external_id: made, first_name: 'New' }) as object },
        { status: 200, user: { ...old, first_name: 'Old' } },
        { status: 201, user: expect.objectContaining({ external_id: twice, first_name: 'One' }) as object },
        { status: 409, error: { detail: `The username ${bob.user.username} is taken.`, code: 'conflict' } },
        { status: 400, error: { first_nam: ['Is not a known field.'] } },
        { status: 400, error: { external_id: ['Must be a text of 1 to 200 characters.'] } },
        { status: 200, user: expect.objectContaining({ external_id: twice, first_name: 'Two' }) as object },
        {
          status: 400,
          error: {
            username: ['A username may contain only letters, digits and @ . + - _'],
            custom: [expect.stringContaining('bytes as JSON')],
          },
        },
      ],
    });
  });

  it('makes each user once, also if the same batch comes many times at once', async () => {
    const entries = Array.from({ length: 100 }, () => ({ external_id: newId() }));
    const answers = await Promise.all(
      [entries, entries.toReversed(), entries].map((listed) =>
        shop.api.send('POST', '/api/users/external/', { users: listed }),
      ),
    );
    const outcomes = answers.flatMap(({ body }) => (body as { users: { status: number }[] }).users);
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(200);
  });

  it.each([{}, { users: [] }, { users: 'x' }, { users: Array.from({ length: 101 }, () => ({})) }, { users: [1] }])(
    'is refused as a whole without 1 to 100 objects: %#',
    async (body) => {
      await expect(shop.api.expectRefused('POST', '/api/users/external/', body)).resolves.toMatchObject({
        status: 400,
        users: [expect.any(String)],
      });
    },
  );
});

describe('DELETE of a user of a product', () => {
  it('deactivates by default, deletes or erases, and frees the id', async () => {
    const { external_id: id, ...user } = await shop.user();
    for (const _ of [1, 2]) await expect(shop.remove(id)).resolves.toMatchObject({ status: 200, body: {} });
    expect(await actionsOn(user.username)).toEqual(['users.create', 'users.deactivate']);
    await expect(shop.user(id)).resolves.toMatchObject({ id: user.id, is_active: false });
    await expect(shop.remove(id, 'delete')).resolves.toMatchObject({ status: 200, body: {} });
    await expect(shop.remove(id)).resolves.toMatchObject({ status: 404 });
    const second = await shop.user(id);
    expect(second.id).not.toBe(user.id);
    const erased = await shop.remove(id, 'erase');
    expect(erased).toMatchObject({
      status: 202,
      body: { receipt: { user_id: second.id, username: second.username, removed: { messages: 0 } } },
    });
    await expect(shop.put(id)).resolves.toMatchObject({ status: 201 });
    await expect(shop.remove(id, 'forget')).resolves.toMatchObject({ status: 400 });
  });
});

describe('the key of a backend', () => {
  it('needs the scope of the route, and names no user', async () => {
    const other = await ApiClient.create(parley, { scopes: 'users:write,tokens:issue', user: bob.user });
    const path = userPath('cust:1');
    for (const [method, at, body] of [
      ['PUT', path, {}],
      ['DELETE', path],
      ['POST', '/api/users/external/', { users: [{ external_id: 'cust:1' }] }],
    ] as const) {
      await expect(other.expectRefused(method, at, body)).resolves.toEqual({
        status: 403,
        detail: 'The key lacks the scope users:manage.',
        code: 'scope_missing',
      });
    }
    await expect(shop.api.onBehalfOf(bob.user.username).expectRefused('PUT', path, {})).resolves.toMatchObject({
      status: 400,
      code: 'invalid',
    });
    await expect(shop.api.expectRefused('PUT', userPath('x'.repeat(201)), {})).resolves.toMatchObject({
      status: 400,
      external_id: [expect.any(String)],
    });
  });

  it('is in the audit log of what it does, with its user if it has one', async () => {
    const { username } = await shop.user();
    const own = await ApiClient.create(parley, { scopes: 'users:manage', user: bob.user });
    const { body } = await own.send('PUT', userPath(newId()), {});
    const entries = async (of: string) =>
      (await parley.parley('audit', 'list', '--user', of)) as { actor: object | null; key: object | null }[];
    expect(await entries(username)).toMatchObject([{ actor: null, key: { name: 'backend' } }]);
    expect(await entries((body as { username: string }).username)).toMatchObject([
      { actor: { username: bob.user.username }, key: { name: 'backend' } },
    ]);
  });
});
