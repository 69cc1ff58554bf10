import { randomUUID } from 'node:crypto';

import { ParleyServer, ParleyServerError } from '@parley/server';
import type { HeldMessage, Message } from '@parley/server';

import { ALL_SCOPES, makeKey } from '../support/api.js';
import { openClient } from '../support/handshake.js';
import { HttpFaultProxy } from '../support/http-fault-proxy.js';
import type { HttpFault } from '../support/http-fault-proxy.js';
import { keepToken } from '../support/secrets.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const TIMING = { minRetryDelay: 5, maxRetryDelay: 20, timeout: 5_000 };

let parley: Service;
let line: HttpFaultProxy;
let shop: ParleyServer;

beforeAll(async () => {
  parley = await sharedService();
  line = await HttpFaultProxy.before(Number(new URL(parley.url).port));
  const { key } = await makeKey(parley, {
    scopes: `act-as-anybody,users:manage,tokens:issue,rooms:manage,${ALL_SCOPES}`,
  });
  shop = new ParleyServer({ url: line.url, key, timing: TIMING });
});
afterEach(() => {
  line.faultOf = () => undefined;
});
afterAll(() => line.close());

/** Damages the next requests, one after another. */
function damage(...faults: HttpFault[]): void {
  line.faultOf = () => faults.shift();
}

const OUTAGE: HttpFault = { answer: { status: 503, body: '{"detail": "Away.", "code": "unavailable"}' } };
/** The service has handled the request. */
const LOST_ANSWER: HttpFault = { cutAnswerAfter: 0 };
const HALF_AN_ANSWER: HttpFault = { cutAnswerAfter: 12 };
const LOST_REQUEST: HttpFault = { cutRequestAfter: 1 };
const newId = (): string => `cust:${randomUUID()}`;

/** Nothing holds the messages of these rooms for a moderator. */
const idOf = (sent: Message | HeldMessage): string => ('id' in sent ? sent.id : sent.message_id);

async function twoUsersInARoom() {
  const [ada, bob] = [await shop.users.put(newId()), await shop.users.put(newId())];
  const room = await shop.rooms.create({ type: 'OneToOneChat', participants: [bob.id] }, { user: ada.id });
  return { ada, bob, room };
}

describe('the backend of a product with @parley/server', () => {
  it.each<[string, HttpFault[]]>([
    ['without a fault', []],
    ['through an outage', [OUTAGE, OUTAGE]],
    [
      'over a line that loses the request, then an answer, then half of one',
      [LOST_REQUEST, LOST_ANSWER, HALF_AN_ANSWER],
    ],
  ])('makes a user once, %s', async (_, faults) => {
    const id = newId();
    damage(...faults);
    const made = await shop.users.put(id, { first_name: 'Ada', custom: { tier: 'gold' } });
    expect(made).toMatchObject({ external_id: id, first_name: 'Ada', custom: { tier: 'gold' } });
    await expect(shop.users.put(id, { first_name: null })).resolves.toMatchObject({ id: made.id, first_name: '' });
  });

  it('makes many users, each by itself', async () => {
    const ids = [newId(), newId()];
    damage(LOST_ANSWER);
    const outcomes = await shop.users.putMany([
      { external_id: ids[0]! },
      { external_id: ids[1]!, first_name: 'x'.repeat(151) },
    ]);
    expect(outcomes).toMatchObject([
      { status: 200, user: { external_id: ids[0] } },
      { status: 400, error: { first_name: [expect.any(String)] } },
    ]);
  });

  it('issues a token with which a browser connects, and ends it', async () => {
    const id = newId();
    damage(LOST_ANSWER);
    const { access } = await shop.tokens.issue(id, { expires_in: 60, user: { first_name: 'Ada' } });
    keepToken(access);
    const device = await openClient(parley.url, { token: access });
    await shop.tokens.end(id);
    await expect(device.closed()).resolves.toMatchObject({ code: 4001 });
  });

  it('sends a message that is stored once, whatever the line loses', async () => {
    const { ada, bob, room } = await twoUsersInARoom();
    damage(LOST_REQUEST, LOST_ANSWER, OUTAGE, HALF_AN_ANSWER);
    const sent = await shop.messages.send(room.id, 'Your order is on its way', {
      user: ada.id,
      extra_fields: { kind: 'order.card', metadata: { order: 1001 } },
    });
    const { data } = await shop.messages.list(room.id, { user: bob.id, limit: 10 });
    expect(data.messages).toMatchObject([{ id: idOf(sent), kind: 'order.card', metadata: { order: 1001 } }]);
  });

  it('makes a room once, and says that it does not know whether it has when the answer is lost', async () => {
    const ada = await shop.users.put(newId());
    damage(OUTAGE);
    const room = { type: 'GroupChat', name: 'Engines' } as const;
    await expect(shop.rooms.create(room, { user: ada.id })).rejects.toMatchObject({ status: 503 });
    damage(LOST_ANSWER);
    await expect(shop.rooms.create(room, { user: ada.id })).rejects.toMatchObject({ status: 0, code: 'offline' });
    const { rooms } = await shop.rooms.list({ user: ada.id });
    expect(rooms).toHaveLength(1);
  });

  it('changes and reads rooms and messages in the name of a user', async () => {
    const { ada, bob, room } = await twoUsersInARoom();
    const as = { user: ada.username };
    const id = idOf(await shop.messages.send(room.id, 'Heron', as));
    await shop.messages.edit(id, 'Grey heron', { ...as, roomId: room.id });
    await shop.messages.react(id, '🦜', { user: bob.id });
    const { results } = await shop.messages.search({ ...as, query: 'heron', room_id: room.id });
    expect(results).toMatchObject([{ message: { id, content: 'Grey heron' } }]);
    await shop.messages.delete(id, as);
    await expect(shop.rooms.get(room.id, as)).resolves.toMatchObject({ id: room.id, type: 'OneToOneChat' });

    const group = await shop.rooms.create({ type: 'GroupChat', name: 'Birds' }, as);
    await shop.rooms.update(group.id, { name: 'Herons' }, as);
    await shop.rooms.addMembers(group.id, [bob.id], as);
    const { members } = await shop.rooms.members(group.id, { ...as, limit: 10 });
    expect(members.map(({ id }) => id).toSorted()).toEqual([ada.id, bob.id].toSorted());
    await shop.rooms.removeMember(group.id, bob.id, as);
    await shop.rooms.delete(group.id, as);
    await expect(shop.rooms.get(group.id, as)).rejects.toMatchObject({ status: 404 });
  });

  it('makes a room once and changes its members, over a line that loses answers', async () => {
    const [ada, bob, order] = [newId(), newId(), `order:${randomUUID()}`];
    await shop.users.putMany([{ external_id: ada }, { external_id: bob }]);
    damage(LOST_ANSWER);
    const made = await shop.rooms.put(order, { type: 'GroupChat', name: 'Order', created_by: ada });
    expect(made).toMatchObject({ external_id: order, name: 'Order', member_count: 1 });
    damage(LOST_ANSWER);
    const changed = await shop.rooms.changeMembers(order, { add: [bob], roles: { [bob]: 'admin' } });
    expect(changed.room).toMatchObject({ id: made.id, member_count: 2 });
    const unchanged = await shop.rooms.put(order, { type: 'GroupChat', name: 'Order', members: [bob] });
    expect(unchanged).toEqual(changed.room);
  });

  it('deactivates a user also when the answer is lost, and erases one with a receipt', async () => {
    const [one, other] = [newId(), newId()];
    await shop.users.put(one);
    damage(LOST_ANSWER);
    await shop.users.delete(one);
    const refused = await shop.tokens.issue(one).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ParleyServerError);
    expect(refused).toMatchObject({ status: 409 });

    const { id } = await shop.users.put(other);
    await expect(shop.users.delete(other, 'erase')).resolves.toMatchObject({ receipt: { user_id: id } });
  });

  it('finds a user, and every other route by its type', async () => {
    const { ada, room } = await twoUsersInARoom();
    await expect(shop.users.find(ada.username, { user: ada.id })).resolves.toMatchObject({ id: ada.id });
    const { data, error } = await shop.api.GET('/api/rooms/{room_id}/pins/', {
      params: { path: { room_id: room.id }, header: { 'Parley-User': ada.username } },
    });
    expect({ pins: data?.data.messages, error }).toEqual({ pins: [], error: undefined });
  });

  it('is told which scope its key lacks', async () => {
    const { key } = await makeKey(parley, { scopes: 'users:manage' });
    const limited = new ParleyServer({ url: line.url, key, timing: TIMING });
    await expect(limited.tokens.issue(newId())).rejects.toMatchObject({
      status: 403,
      code: 'scope_missing',
      detail: expect.stringContaining('tokens:issue') as string,
    });
  });
});
