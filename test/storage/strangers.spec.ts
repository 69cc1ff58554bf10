import { ApiClient } from '../support/api.js';
import type { ChatClient } from '../support/chat-client.js';
import { connected } from '../support/database.js';
import { manyUsers } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { requestsAbout } from '../support/requests.js';
import { Service } from '../support/service.js';

const MOST = 3;
const NOBODY = 2_000_000_000;

let parley: Service;
let user: TestUser;
let device: ChatClient;
let strangers: TestUser[];

beforeAll(async () => {
  parley = await Service.start({ STRANGERS_PER_HOUR: String(MOST) });
});
afterAll(() => parley.stop());
beforeEach(async () => {
  [user, ...strangers] = (await manyUsers(parley, 1 + 2 * MOST)) as [TestUser, ...TestUser[]];
  device = await user.connect();
});
afterEach(() => device.close());

const idsOf = (users: readonly TestUser[]): number[] => users.map(({ id }) => id);
const group = (participants: readonly number[]): object => ({ type: 'GroupChat', name: 'Friends', participants });
const create = (...participants: number[]) => device.request('room.create', group(participants));
const refused = (event: string, data: object) => device.expectRefused(event, data);
const REFUSAL = { code: 4029, retry_after: expect.any(Number) as number };

describe('the number of strangers that a user contacts in an hour', () => {
  it('is limited for new rooms, and does not count people of a common room', async () => {
    const ids = idsOf(strangers);
    await create(...ids.slice(0, MOST));
    await create(...ids.slice(0, MOST));
    const { detail, retry_after: seconds } = await refused('room.create', group([ids[MOST]!]));
    expect(detail).toBe('At most 3 people without a common room can be contacted in an hour.');
    expect(seconds).toBeGreaterThan(3_000);
    expect(seconds).toBeLessThanOrEqual(3_600);
    await expect(refused('room.create', group([ids[0]!, ids[MOST]!]))).resolves.toMatchObject(REFUSAL);
    await create();
  });

  it('is limited in one request', async () => {
    await expect(refused('room.create', group(idsOf(strangers).slice(0, MOST + 1)))).resolves.toMatchObject(REFUSAL);
    await create(...idsOf(strangers).slice(0, MOST));
  });

  it('is one for chats of two, added members and invitations together', async () => {
    const [one, two, three, four, five, six] = idsOf(strangers) as [number, number, number, number, number, number];
    const { data: room } = await create();
    await device.request('room.create', { type: 'OneToOneChat', participants: [one] });
    await device.request('room.add_members', { room_id: room.id, members: [one, two] });
    await device.request('room.invite', { room_id: room.id, user_ids: [three] });
    for (const [event, data] of [
      ['room.create', { type: 'OneToOneChat', participants: [four] }],
      ['room.create', group([five])],
      ['room.add_members', { room_id: room.id, members: [six] }],
      ['room.invite', { room_id: room.id, user_ids: [four] }],
    ] as const) {
      await expect(refused(event, data)).resolves.toMatchObject(REFUSAL);
    }
    await device.request('room.add_members', { room_id: room.id, members: [three] });
  });

  it.each([
    ['a ban', 'room.restrict', { kind: 'ban' }],
    ['a mute', 'room.restrict', { kind: 'mute' }],
    ['a lifted restriction', 'room.restrict', { kind: 'none' }],
    ['a block', 'user.block', { blocked: true }],
    ['a report', 'message.report', { reason: 'spam' }],
  ])('counts %s of somebody, known or not', async (_, event, data) => {
    const { data: room } = await create();
    const about = (user_id: number): object => ({
      user_id,
      ...data,
      ...(event === 'room.restrict' && { room_id: room.id }),
    });
    for (const { id } of strangers.slice(0, MOST)) {
      const frame = await device.response(device.sendRequest(event, about(id)));
      expect(frame.error?.code).not.toBe(4029);
    }
    for (const id of [strangers[MOST]!.id, NOBODY])
      await expect(refused(event, about(id))).resolves.toMatchObject(REFUSAL);
  });

  it('does not count whom the room knows in which they are banned', async () => {
    const [guest, ...others] = strangers as [TestUser, ...TestUser[]];
    const extra_fields = { join_approval_required: true };
    const { data: room } = await device.request('room.create', { ...group([guest.id]), extra_fields });
    for (const { id } of others.slice(0, MOST - 1)) await device.request('user.block', { user_id: id, blocked: true });
    const [left, asking] = [await guest.connect(), await others[MOST]!.connect()];
    await left.request('room.leave', { room_id: room.id });
    await asking.request('room.join', { room_id: room.id });
    for (const { id } of [guest, others[MOST]!]) {
      await device.request('room.restrict', { room_id: room.id, user_id: id, kind: 'ban' });
      await device.request('room.restrict', { room_id: room.id, user_id: id, kind: 'none' });
    }
    const another = { room_id: room.id, user_id: others[MOST + 1]!.id, kind: 'ban' };
    await expect(refused('room.restrict', another)).resolves.toMatchObject(REFUSAL);
    for (const each of [left, asking]) await each.close();
  });

  it('leaves no event by which somebody is found beyond it', async () => {
    const { data: room } = await create(strangers[0]!.id);
    const own = (await device.request('message.send', { room_id: room.id, content: 'x' })).data.id;
    for (const { id } of strangers.slice(1, MOST)) await device.request('user.block', { user_id: id, blocked: true });
    const named = { room: room.id, message: own, own, username: user.username, token: user.tokens.access };
    const requests = (ids: readonly [number, number]): [event: string, data: object][] =>
      Object.entries(requestsAbout({ ...named, member: ids[0], outsider: ids[1] })).flatMap(([event, forms]) =>
        forms
          .filter((data) => ids.some((id) => JSON.stringify(data).includes(String(id))))
          .map((data) => [event, data] as [string, object]),
      );
    const [there, nobody] = [
      [strangers[MOST]!.id, strangers[MOST + 1]!.id],
      [NOBODY, NOBODY + 1],
    ] as const;
    const answer = async ([event, data]: [string, object], ids: readonly number[]): Promise<unknown> => {
      const { eventType, data: answered, error } = await device.response(device.sendRequest(event, data));
      const text = JSON.stringify({ eventType, answered, error: error && { ...error, request_id: 0, retry_after: 0 } });
      return [event, ids.reduce((rest, id, at) => rest.replaceAll(String(id), `id ${String(at)}`), text)];
    };
    const ofNobody = requests(nobody);
    expect(new Set(ofNobody.map(([event]) => event)).size).toBeGreaterThan(12);
    for (const [at, request] of requests(there).entries())
      expect(await answer(request, there)).toEqual(await answer(ofNobody[at]!, nobody));
  });

  it('counts ids that do not exist, so that they cannot be tried out', async () => {
    await expect(refused('room.create', group([NOBODY, NOBODY + 1]))).resolves.toMatchObject({ code: 4004 });
    await expect(refused('room.create', group([NOBODY + 2]))).resolves.toMatchObject({ code: 4004 });
    for (const id of [NOBODY + 3, strangers[0]!.id]) {
      await expect(refused('room.create', group([id]))).resolves.toMatchObject(REFUSAL);
    }
  });

  it('is exact for requests at the same moment', async () => {
    const devices = await Promise.all(strangers.map(() => user.connect()));
    const sent = devices.map((each, at) => each.sendRequest('room.create', group([strangers[at]!.id])));
    const answers = await Promise.all(devices.map((each, at) => each.response(sent[at]!)));
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(MOST);
    expect(answers.filter(({ error }) => error?.code === 4029)).toHaveLength(strangers.length - MOST);
    for (const each of devices) await each.close();
  });

  it('is free again after an hour', async () => {
    await create(...idsOf(strangers).slice(0, MOST));
    const [next] = idsOf(strangers).slice(MOST) as [number];
    await expect(refused('room.create', group([next]))).resolves.toMatchObject(REFUSAL);
    const database = await connected(parley.serviceData);
    await database.query(
      `UPDATE stranger_contacts SET contacts = (
         SELECT jsonb_object_agg(key, value::float8 - 3601) FROM jsonb_each(contacts)) WHERE user_id = $1`,
      [user.id],
    );
    await create(next);
    const { rows } = await database.query<{ contacts: object }>(
      'SELECT contacts FROM stranger_contacts WHERE user_id = $1',
      [user.id],
    );
    await database.end();
    expect(rows.map(({ contacts }) => Object.keys(contacts))).toEqual([[String(next)]]);
  });

  it.each([
    ['does not bind API keys that may write members', 'rooms:write,members:write', 200],
    ['binds other API keys', 'rooms:write', 429],
  ])('%s', async (_, scopes, status) => {
    const program = await ApiClient.create(parley, { user, scopes });
    await expect(program.send('POST', '/api/rooms/', group(idsOf(strangers)))).resolves.toMatchObject({ status });
  });
});
