import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { askable } from '../support/contract.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { people } from '../support/people.js';
import type { Person } from '../support/people.js';
import { newPlace } from '../support/place.js';
import type { Place } from '../support/place.js';
import { requestsAbout } from '../support/requests.js';
import { told } from '../support/run.js';
import { Service } from '../support/service.js';
import { StatementGate } from '../support/statement-gate.js';
import { Tables } from '../support/tables.js';
import { says } from '../support/talk.js';

/** An upper bound of the statements of one request. */
const MOST_STATEMENTS = 30;
/** Part of every text that is sent after Carol's removal. */
const AFTERWARDS = 'afterwards';
/** Events about Carol herself, independent of any room. */
const OF_NO_ROOM = ['presence.subscribe', 'room.create', 'session.authenticate', 'session.heartbeat', 'user.find'];
/** Events whose answer lists the user's rooms or pending notifications, without the lost room. */
const OF_ALL_ROOMS = ['room.list', 'session.sync', 'notification.acknowledge'];

let place: Place;
let gate: StatementGate;
let tables: Tables;
/** Carol's node, with the gate before its database, and the node of the others. */
let here: Service;
let there: Service;
let alice: Person;
let bob: Person;
let carol: Person;
let dave: Person;
let alices: ChatClient;
let bobs: ChatClient;
let carols: ChatClient;

beforeAll(async () => {
  place = await newPlace();
  gate = await StatementGate.to(place.env.DATABASE_URL!);
  tables = await Tables.of(place);
  const REDIS_URL = told('redis').url;
  [here, there] = await Promise.all([
    Service.start({ REDIS_URL, DATABASE_URL: gate.databaseUrl }, place),
    Service.start({ REDIS_URL }, place),
  ]);
  ({ alice, bob, carol, dave } = await people(there, 'alice', 'bob', 'carol', 'dave'));
  [alices, bobs, carols] = await Promise.all([alice.arrives(), bob.arrives(), carol.arrives(here)]);
});
afterAll(async () => {
  gate.opens();
  await Promise.all([here.stop(), there.stop()]);
  await Promise.all([gate.close(), tables.close()]);
  await place.remove();
});

interface Scene {
  readonly room: string;
  readonly of: { readonly alice: Message; readonly carol: Message };
}

/** A room in which Carol is an admin and has sent a message, so that her node has cached her membership. */
async function scene(): Promise<Scene> {
  const participants = [bob.id, carol.id];
  const { data: room } = await alices.ask('room.create', { type: 'GroupChat', name: 'x', participants });
  await alices.ask('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [carol.id] } });
  const ofAlice = await says(alices, room, 'of Alice');
  await carols.hears('message.dispatch', ({ data }) => data.id === ofAlice.id);
  const ofCarol = await says(carols, room, 'of Carol');
  for (const device of [alices, bobs]) {
    await device.hears('message.dispatch', ({ data }) => data.id === ofCarol.id);
    await device.rest();
  }
  await carols.rest();
  return { room: room.id, of: { alice: ofAlice, carol: ofCarol } };
}

/** @returns whether Carol was removed before her statement was released */
async function isRemovedMeanwhile({ room }: Scene): Promise<boolean> {
  const progress = { removed: false };
  const removal = alices.ask('room.remove_members', { room_id: room, members: [carol.id] }).then(() => {
    progress.removed = true;
  });
  await eventually(async () => progress.removed || (await tables.somebodyWaits()));
  const wasFirst = progress.removed;
  if (!wasFirst) gate.opens();
  await removal;
  return wasFirst;
}

/** @returns false if the request has no further statement, so that none was held */
async function isSafeAfter(statements: number, event: string, at: number): Promise<boolean> {
  const stage = await scene();
  const { alice: message, carol: own } = stage.of;
  const named = { room: stage.room, message: message.id, own: own.id, member: bob.id, stranger: dave.id };
  const data = requestsAbout({ ...named, username: bob.username, token: bob.tokens.access })[event]![at]!;
  const ids = [stage.room, message.id, own.id, bob.id, carol.id, dave.id];
  const held = gate.holdsAfter(statements, ids).then(() => true);
  const requestId = carols.asks(event, data);
  const answer = carols.answered(requestId);
  if (!(await Promise.race([held, answer.then(() => false)]))) {
    gate.opens();
    await forgets(stage);
    return false;
  }
  if (await isRemovedMeanwhile(stage)) await isRefused(event, stage, answer);
  await answer;
  await forgets(stage);
  return true;
}

async function isRefused(event: string, { room }: Scene, answer: Promise<Frame>): Promise<void> {
  await says(alices, { id: room }, AFTERWARDS);
  const before = await tables.state();
  await everybodyRests();
  gate.opens();
  const frame = await answer;
  expect(JSON.stringify(frame)).not.toContain(AFTERWARDS);
  if (OF_NO_ROOM.includes(event)) return;
  const isAnswered = OF_ALL_ROOMS.includes(event);
  expect([event, frame.error?.code]).toEqual([event, isAnswered ? undefined : event === 'room.join' ? 4003 : 4004]);
  await expect(tables.state()).resolves.toEqual(before);
  for (const device of [alices, bobs]) expect(await device.rest()).toEqual([]);
}

const everybodyRests = (): Promise<unknown> => Promise.all([alices, bobs].map((device) => device.rest()));

async function forgets({ room }: Scene): Promise<void> {
  await alices.answered(alices.asks('room.modify', { room_id: room, action: 'delete' }));
  await everybodyRests();
  const heard = await carols.rest();
  expect(JSON.stringify(heard)).not.toContain(AFTERWARDS);
}

const sample = requestsAbout({ room: '', message: '', own: '', member: 1, stranger: 1, username: '', token: '' });

describe('a member who is removed during an own request', () => {
  it('is tested with every event', () => {
    expect(Object.keys(sample).sort()).toEqual(askable().sort());
  });

  it.each(Object.keys(sample))(
    'reads and writes nothing by %s, whichever of its statements is delayed',
    async (event) => {
      for (const at of sample[event]!.keys()) {
        let statements = 0;
        while (await isSafeAfter(statements, event, at)) statements += 1;
        expect(statements).toBeLessThan(MOST_STATEMENTS);
      }
    },
  );
});
