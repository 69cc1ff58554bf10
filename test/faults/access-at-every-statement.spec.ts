import type { Message } from '@parley/protocol';

import type { ChatClient } from '../support/chat-client.js';
import { askable } from '../support/contract.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { requestsAbout } from '../support/requests.js';
import { prepared } from '../support/run.js';
import { STRIDE } from '../support/sample.js';
import { Service } from '../support/service.js';
import { StatementGate } from '../support/statement-gate.js';
import { Tables } from '../support/tables.js';
import { sendMessage } from '../support/messaging.js';

/** Each statement costs a room and a removal. */
const STEP = STRIDE === 1 ? 1 : 2 * STRIDE;
/** An upper bound of the statements of one request. */
const MOST_STATEMENTS = 30;
/** Part of every text that is sent after Carol's removal. */
const AFTERWARDS = 'afterwards';
/** Events about Carol herself, independent of any room. */
const OF_NO_ROOM = [
  'presence.subscribe',
  'room.create',
  'session.authenticate',
  'session.heartbeat',
  'user.find',
  'user.update',
  'room.answer_invite',
  'room.invites',
  'session.close',
  'session.list',
  'room.preview',
  'channel.search',
  'user.info',
  'user.notify',
  'user.search',
  'user.block',
  'user.blocks',
];
/** Events whose answer lists the user's rooms or pending notifications, without the lost room; unless they name it. */
const OF_ALL_ROOMS = [
  'room.list',
  'session.sync',
  'notification.acknowledge',
  'thread.list',
  'saved.list',
  'schedule.list',
];

let serviceData: ServiceData;
let gate: StatementGate;
let tables: Tables;
/** Carol's node, with the gate before its database, and the node of the others. */
let here: Service;
let there: Service;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let aliceDevice: ChatClient;
let bobDevice: ChatClient;
let carolDevice: ChatClient;

beforeAll(async () => {
  serviceData = await newServiceData();
  gate = await StatementGate.to(serviceData.env.DATABASE_URL!);
  tables = await Tables.of(serviceData);
  await tables.keepTimers();
  const REDIS_URL = prepared('redis').url;
  [here, there] = await Promise.all([
    Service.start({ REDIS_URL, DATABASE_URL: gate.databaseUrl }, serviceData),
    Service.start({ REDIS_URL }, serviceData),
  ]);
  ({ alice, bob, carol, dave } = await users(there, 'alice', 'bob', 'carol', 'dave'));
  [aliceDevice, bobDevice, carolDevice] = await Promise.all([alice.connect(), bob.connect(), carol.connect(here)]);
});
afterAll(async () => {
  gate.open();
  await Promise.all([here.stop(), there.stop()]);
  await Promise.all([gate.close(), tables.close()]);
  await serviceData.remove();
});

interface Scene {
  readonly room: string;
  readonly of: { readonly alice: Message; readonly carol: Message };
}

/** A room in which Carol is an admin and has sent a message, so that her node has cached her membership. */
async function scene(): Promise<Scene> {
  const participants = [bob.id, carol.id];
  const { data: room } = await aliceDevice.request('room.create', { type: 'GroupChat', name: 'x', participants });
  await aliceDevice.request('room.modify', { room_id: room.id, action: 'add_admin', data: { users: [carol.id] } });
  const ofAlice = await sendMessage(aliceDevice, room, 'of Alice');
  await carolDevice.receive('message.dispatch', ({ data }) => data.id === ofAlice.id);
  const ofCarol = await sendMessage(carolDevice, room, 'of Carol');
  for (const device of [aliceDevice, bobDevice]) {
    await device.receive('message.dispatch', ({ data }) => data.id === ofCarol.id);
    await device.drain();
  }
  await carolDevice.drain();
  return { room: room.id, of: { alice: ofAlice, carol: ofCarol } };
}

/** How Alice ends Carol's membership. */
type Way = 'removed' | 'banned';

const end = (way: Way, room_id: string): Promise<unknown> =>
  way === 'removed'
    ? aliceDevice.request('room.remove_members', { room_id, members: [carol.id] })
    : aliceDevice.request('room.restrict', { room_id, user_id: carol.id, kind: 'ban' });

/** @returns whether Carol was removed before her statement was released */
async function isRemovedMeanwhile({ room }: Scene, way: Way): Promise<boolean> {
  const progress = { removed: false };
  const removal = end(way, room).then(() => {
    progress.removed = true;
  });
  await eventually(async () => progress.removed || (await tables.hasLockWait()));
  const wasFirst = progress.removed;
  if (!wasFirst) gate.open();
  await removal;
  return wasFirst;
}

/** @returns false if the request has no further statement, so that none was held */
async function isSafeAfter(statements: number, event: string, at: number, way: Way): Promise<boolean> {
  const stage = await scene();
  const { alice: message, carol: own } = stage.of;
  const named = { room: stage.room, message: message.id, own: own.id, member: bob.id, outsider: dave.id };
  const data = requestsAbout({ ...named, username: bob.username, token: bob.tokens.access })[event]![at]!;
  const ids = [stage.room, message.id, own.id, bob.id, carol.id, dave.id];
  const held = gate.holdAfter(statements, ids).then(() => true);
  const requestId = carolDevice.sendRequest(event, data);
  const answer = carolDevice.response(requestId);
  if (!(await Promise.race([held, answer.then(() => false)]))) {
    gate.open();
    await forgets(stage);
    return false;
  }
  if (await isRemovedMeanwhile(stage, way)) await isRefused(event, data, stage, answer);
  await answer;
  await forgets(stage);
  return true;
}

async function isRefused(event: string, data: object, { room }: Scene, answer: Promise<Frame>): Promise<void> {
  const afterwards = await sendMessage(aliceDevice, { id: room }, AFTERWARDS);
  const before = await tables.state();
  await drainAll();
  gate.open();
  const frame = await answer;
  expect(JSON.stringify(frame)).not.toContain(AFTERWARDS);
  if (OF_NO_ROOM.includes(event)) return;
  const isAnswered = (OF_ALL_ROOMS.includes(event) && !('room_id' in data)) || isSentBefore(afterwards, frame);
  expect([event, frame.error?.code]).toEqual([event, isAnswered ? undefined : event === 'room.join' ? 4003 : 4004]);
  await expect(tables.changedSince(before)).resolves.toEqual([]);
  const received = (await Promise.all([aliceDevice, bobDevice].map((device) => device.drain()))).flat();
  expect(received.filter((other) => !isSentBefore(afterwards, other))).toEqual([]);
}

/**
 * A reply is dispatched when the summary of its thread is read, after its commit. That somebody follows the thread
 * since then is found by the next poll of the private logs.
 */
const isSentBefore = ({ seq }: Message, { eventType, data }: Frame): boolean =>
  eventType === 'threadfollow.dispatch' ||
  (eventType === 'message.dispatch' && (data as Message).thread !== null && (data as Message).seq < seq);

const drainAll = (): Promise<unknown> => Promise.all([aliceDevice, bobDevice].map((device) => device.drain()));

async function forgets({ room }: Scene): Promise<void> {
  await aliceDevice.response(aliceDevice.sendRequest('room.modify', { room_id: room, action: 'delete' }));
  await drainAll();
  const received = await carolDevice.drain();
  expect(JSON.stringify(received)).not.toContain(AFTERWARDS);
}

/** Carol and Bob connect at the same moment, so that what is pending for them is read together. */
async function isFirstFrameSafeAfter(statements: number, way: Way): Promise<boolean> {
  const stage = await scene();
  const held = gate.holdAfter(statements, [stage.room, bob.id, carol.id]).then(() => true);
  const frames = Promise.all([carol, bob].map(firstFrameOf));
  if (!(await Promise.race([held, frames.then(() => false)]))) {
    gate.open();
    await forgets(stage);
    return false;
  }
  if (await isRemovedMeanwhile(stage, way)) {
    await sendMessage(aliceDevice, { id: stage.room }, AFTERWARDS);
    await drainAll();
    gate.open();
    const [ofCarol] = await frames;
    expect(JSON.stringify(ofCarol)).not.toContain(AFTERWARDS);
  }
  await frames;
  await forgets(stage);
  return true;
}

async function firstFrameOf(user: TestUser): Promise<Frame> {
  const device = await user.open(here);
  const frame = await device.receive('chat.notifications');
  await device.close();
  return frame;
}

const sample = requestsAbout({ room: '', message: '', own: '', member: 1, outsider: 1, username: '', token: '' });

const WAYS: readonly Way[] = ['removed', 'banned'];

/** A gate ends the membership of every other request by a ban. */
const waysOf = (index: number): readonly Way[] => (STRIDE === 1 ? WAYS : [WAYS[index % WAYS.length]!]);

const requests = Object.entries(sample)
  .flatMap(([event, all]) => Array.from(all.keys(), (at) => [event, at] as const))
  .flatMap(([event, at], index) => waysOf(index).map((way) => [way, event, at, index % STRIDE] as const));

describe('a member who is removed or banned during an own request', () => {
  it('is tested with every event', () => expect(Object.keys(sample).sort()).toEqual(askable().sort()));

  // Requests begin after other numbers of statements, so that together they try more of them than each alone.
  it.each(requests)(
    'who is %s reads and writes nothing by %s (%i), whichever of its statements is delayed, from statement %i',
    async (way, event, at, first) => {
      let statements = first;
      while (await isSafeAfter(statements, event, at, way)) statements += STEP;
      // It has too few statements for that.
      if (statements === first && first > 0) await isSafeAfter(0, event, at, way);
      expect(statements).toBeLessThan(MOST_STATEMENTS + STEP);
    },
  );
});

describe('a member who is removed or banned while connecting together with another member', () => {
  it.each(WAYS)('who is %s reads nothing that is sent afterwards, whichever statement is delayed', async (way) => {
    let statements = 0;
    while (await isFirstFrameSafeAfter(statements, way)) statements += STRIDE;
    expect(statements).toBeLessThan(MOST_STATEMENTS);
  });
});
