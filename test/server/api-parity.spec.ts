import type { GroupChat } from '@parley/protocol';

import { ALL_SCOPES, makeKey, ApiClient } from '../support/api.js';
import type { Act, Scene } from '../support/act.js';
import { ACTS } from '../support/api-acts.js';
import type { ChatClient } from '../support/chat-client.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const ROLES = ['outsider', 'member', 'admin', 'creator'] as const;
type Role = (typeof ROLES)[number];

let parley: Service;
let program: ApiClient;
let persons: Record<Role | 'other' | 'newcomer', TestUser>;
let devices: Record<Role | 'other', ChatClient>;

beforeAll(async () => {
  parley = await sharedService();
  const { alice, bob, carol, dave, erin, frank } = await users(
    parley,
    ...(['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const),
  );
  persons = { creator: alice, admin: bob, member: carol, outsider: dave, other: erin, newcomer: frank };
  const [creator, admin, member, outsider, other] = await Promise.all(
    [alice, bob, carol, dave, erin].map((user) => user.connect()),
  );
  devices = { creator: creator!, admin: admin!, member: member!, outsider: outsider!, other: other! };
  const { key } = await makeKey(parley, { scopes: `${ALL_SCOPES},act-as-anybody` });
  program = new ApiClient(parley, { authorization: `Bearer ${key}` });
});

async function scene(locked: boolean): Promise<Scene> {
  const participants = [persons.admin.id, persons.member.id, persons.other.id];
  const { data } = await devices.creator.request('room.create', { type: 'GroupChat', name: 'Scene', participants });
  await devices.creator.request('room.modify', {
    room_id: data.id,
    action: 'add_admin',
    data: { users: [persons.admin.id] },
  });
  await devices.other.receive('roomcreate.dispatch', ({ data: room }) => room.id === data.id);
  const { data: message } = await devices.other.request('message.send', { room_id: data.id, content: 'of another' });
  const settings = { room_id: data.id, action: 'update', data: { group_locked: true } };
  if (locked) await devices.creator.request('room.modify', settings);
  return { room: data as GroupChat, messageId: message.id, persons };
}

/**
 * One for each way, by whether the room is locked: a request that is refused, or reads, leaves both for the next one.
 */
const unchanged = new Map<boolean, readonly [Scene, Scene]>();

const STATUS: Readonly<Record<number, number>> = { 4002: 403, 4003: 400, 4004: 404, 4005: 409 };

/** In terms of HTTP: the event type of the answer, or status and reason. */
async function onSocket(
  membership: Role,
  { event, data }: Act,
  at: Scene,
): Promise<{ readonly status?: number | undefined; readonly [other: string]: unknown }> {
  const frame = await devices[membership].response(devices[membership].sendRequest(event, data(at)));
  if (!('error' in frame)) return { status: 200, eventType: frame.eventType };
  const { code, detail } = frame.error as { code: number; detail: unknown };
  return { status: STATUS[code], detail };
}

async function overHttp(membership: Role, { route }: Act, at: Scene): Promise<unknown> {
  const { status, body } = await program.onBehalfOf(String(persons[membership].id)).send(...route(at));
  if (status === 200) return { status, eventType: (body as { eventType: string }).eventType };
  const { code, detail } = body as { code?: string; detail?: string };
  return { status, detail: code === undefined ? inData(body as object) : detail };
}

/** Fields of a body, which are nested deeper in the data of the event. */
const inData = (faults: object): object =>
  Object.fromEntries(Object.entries(faults).map(([field, reasons]) => [field.replace(/^.*\./, ''), reasons]));

describe.each(ROLES)('as %s', (membership) => {
  it.each(Object.keys(ACTS))('the answer to "%s" is the same over HTTP as on a socket', async (name) => {
    const act = ACTS[name]!;
    // A lock binds members alone.
    for (const locked of membership === 'member' ? [false, true] : [false]) {
      const scenes = unchanged.get(locked) ?? (await Promise.all([scene(locked), scene(locked)]));
      unchanged.delete(locked);
      const received = await onSocket(membership, act, scenes[0]);
      expect(await overHttp(membership, act, scenes[1])).toEqual(received);
      if (received.status !== 200 || act.route(scenes[0])[0] === 'GET') unchanged.set(locked, scenes);
    }
  });
});

describe('the compared requests', () => {
  it('have outcomes of every kind, so that the comparison is meaningful', async () => {
    const missing = new Set([200, 400, 403, 404]);
    for (const membership of ROLES) {
      for (const act of Object.values(ACTS)) {
        const { status } = (await overHttp(membership, act, await scene(true))) as { status: number };
        missing.delete(status);
        if (missing.size === 0) return;
      }
    }
    expect([...missing]).toEqual([]);
  });
});
