import { randomUUID } from 'node:crypto';

import { ApiClient } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { openClient } from '../support/handshake.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { ProductBackend, userPath } from '../support/product.js';
import { keepToken } from '../support/secrets.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { FileClient, sendFiles, textFile } from '../support/uploads.js';

let parley: Service;
let shop: ProductBackend;
let alice: TestUser;
let phone: ChatClient;
/** A user of the product, who is in both rooms with Alice; and one who is in the second. */
let customer: { readonly id: number; readonly external_id: string; readonly username: string };
let other: { readonly id: number };
let order: string;
let lounge: string;

beforeEach(async () => {
  parley = await sharedService();
  shop = await ProductBackend.create(parley);
  ({ alice } = await users(parley, 'alice'));
  phone = await alice.connect();
  [customer, other] = [await shop.user(), await shop.user()];
  [order, lounge] = [await room([customer.id]), await room([customer.id, other.id])];
});
afterEach(() => phone.close());

async function room(participants: readonly number[]): Promise<string> {
  return (await phone.request('room.create', { type: 'GroupChat', name: 'xyzzy', participants })).data.id;
}

const ask = (rooms: unknown, body: object = {}, externalId = customer.external_id) =>
  shop.api.send('POST', `${userPath(externalId)}tokens/`, { rooms, ...body });

async function tokenOf(...rooms: string[]): Promise<string> {
  const { status, body } = await ask(rooms);
  expect(status).toBe(200);
  const { access } = body as { access: string };
  keepToken(access);
  return access;
}

const opened = (token: string): Promise<ChatClient> =>
  openClient(parley.url, { token, clusterBarrier: parley.clusterBarrier, name: 'the customer' });

async function connect(...rooms: string[]): Promise<ChatClient> {
  const device = await opened(await tokenOf(...rooms));
  await device.receive('chat.notifications');
  return device;
}

const idsIn = (frames: readonly unknown[]): string[] =>
  [order, lounge].filter((id) => JSON.stringify(frames).includes(id));

describe('a token that is limited to rooms', () => {
  it('is issued for rooms of the user, at least one and at most a hundred, or nothing is made', async () => {
    const others = await room([]);
    expect(await ask([])).toMatchObject({ status: 400 });
    expect(await ask([order, 'x'])).toMatchObject({ status: 400 });
    expect(await ask(Array.from({ length: 101 }, () => randomUUID()))).toMatchObject({ status: 400 });
    expect(await ask(null)).toMatchObject({ status: 400 });
    expect(await ask([order, randomUUID()])).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await ask([order, others])).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    const nobody = `cust:${randomUUID()}`;
    expect(await ask([order], { user: {} }, nobody)).toMatchObject({ status: 403 });
    expect(await shop.remove(nobody)).toMatchObject({ status: 404 });
    expect(await ask([order.toUpperCase(), order])).toMatchObject({ status: 200 });
  });

  it('shows its rooms alone in the first frame, in lists, in a sync and in searches', async () => {
    await sendMessage(phone, { id: order }, 'xyzzy in the order');
    await sendMessage(phone, { id: lounge }, 'xyzzy in the lounge');
    const device = await opened(await tokenOf(order));
    const first = await device.receive('chat.notifications');
    expect(idsIn([first])).toEqual([order]);
    expect(first.meta).toMatchObject({ total: 1, unread: { [order]: 1 }, invitations: 0 });
    const { data: listed } = await device.request('room.list', {});
    expect(listed.map(({ id }) => id)).toEqual([order]);
    const { data: synced } = await device.request('session.sync', { rooms: { [lounge]: 0 }, private_seq: 0 });
    expect(synced).toMatchObject({ complete: true, rooms: [{ room_id: order }], left: [lounge] });
    for (const question of [{ query: 'xyzzy' }, { from_user_id: alice.id }]) {
      const { data: found } = await device.request('message.search', question);
      expect(found.results.map(({ message }) => message.room.id)).toEqual([order]);
    }
    expect(await device.expectRefused('message.search', { query: 'xyzzy', room_id: lounge })).toMatchObject({
      code: 4004,
    });
    await device.close();
  });

  it('receives of its rooms alone, also of those that its user enters later', async () => {
    const device = await connect(order);
    const all = await opened(await tokenOf(order, lounge));
    await all.receive('chat.notifications');
    const later = await room([customer.id]);
    for (const id of [later, lounge, order]) await sendMessage(phone, { id }, 'to all');
    await phone.request('message.typing', { room_id: lounge });
    const received = await device.drain();
    expect(idsIn(received)).toEqual([order]);
    expect(JSON.stringify(received)).not.toContain(later);
    const ofAll = await all.drain();
    expect(idsIn(ofAll)).toEqual([order, lounge]);
    expect(JSON.stringify(ofAll)).not.toContain(later);
    await Promise.all([device.close(), all.close()]);
  });

  it('loses a room with its user, and has it again with its user', async () => {
    const device = await connect(order);
    await phone.request('room.remove_members', { room_id: order, members: [customer.id] });
    await device.receive('roomexit.dispatch');
    await sendMessage(phone, { id: order }, 'behind the back');
    expect(await device.expectRefused('room.info', { room_id: order })).toMatchObject({ code: 4004 });
    expect(JSON.stringify(await device.drain())).not.toContain('behind the back');
    await phone.request('room.add_members', { room_id: order, members: [customer.id] });
    const { data: sent } = await phone.request('message.send', { room_id: order, content: 'welcome back' });
    await device.receive('message.dispatch', ({ data }) => data.id === sent.id);
    await device.close();
  });

  it('shows the people of its rooms alone', async () => {
    const device = await connect(order);
    const { data: seen } = await device.request('presence.subscribe', { user_ids: [alice.id, other.id] });
    expect(JSON.stringify(seen)).not.toContain(String(other.id));
    expect(JSON.stringify(seen)).toContain(String(alice.id));
    expect(await device.expectRefused('user.info', { user_ids: [other.id] })).toMatchObject({ code: 4004 });
    const { data: known } = await device.request('user.info', { user_ids: [alice.id] });
    expect(known.users.map(({ id }) => id)).toEqual([alice.id]);
    await device.close();
  });

  it('reads and uploads files of its rooms alone', async () => {
    const files = new FileClient(parley, alice);
    const ids = await Promise.all([order, lounge].map((id) => files.upload(id, textFile('xyzzy'))));
    for (const [at, id] of [order, lounge].entries()) await sendFiles(phone, id, ids[at]!);
    const token = await tokenOf(order);
    const own = new FileClient(parley, { tokens: { access: token, refresh: '' } });
    const status = async (id: string) => (await own.read(`/api/files/${id}`)).status;
    expect([await status(ids[0]!), await status(ids[1]!)]).toEqual([200, 404]);
    expect(await own.create(order, textFile('x'))).toMatchObject({ status: 201 });
    expect(await own.create(lounge, textFile('x'))).toMatchObject({ status: 404 });
    expect(await own.create(order, textFile('x'), { kind: 'avatar', room_id: undefined })).toMatchObject({
      status: 403,
    });
  });

  it('is replaced on a connection by one for the same rooms alone', async () => {
    const device = await connect(order);
    for (const rooms of [[lounge], [order, lounge]]) {
      const refused = await device.expectRefused('session.authenticate', { token: await tokenOf(...rooms) });
      expect(refused).toMatchObject({ code: 4002 });
    }
    const { body } = await shop.api.send('POST', `${userPath(customer.external_id)}tokens/`, {});
    const { access: unlimited } = body as { access: string };
    keepToken(unlimited);
    expect(await device.expectRefused('session.authenticate', { token: unlimited })).toMatchObject({ code: 4002 });
    const whole = await opened(unlimited);
    await whole.receive('chat.notifications');
    expect(await whole.expectRefused('session.authenticate', { token: await tokenOf(order) })).toMatchObject({
      code: 4002,
    });
    await device.request('session.authenticate', { token: await tokenOf(order) });
    await sendMessage(phone, { id: lounge }, 'in the lounge');
    expect(idsIn(await device.drain())).toEqual([]);
    await Promise.all([device.close(), whole.close()]);
  });

  it('needs the scope of tokens, whose name the refusal has', async () => {
    const readsOnly = await ApiClient.create(parley, { scopes: 'users:manage' });
    const refused = await readsOnly.expectRefused('POST', `${userPath(customer.external_id)}tokens/`, {
      rooms: [order],
    });
    expect(refused).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(refused.detail).toContain('tokens:issue');
  });
});
