import type { ErrorFrame } from '@parley/protocol';

import { ClientState, syncInto } from '../support/client-state.js';
import type { Moment } from '../support/cutting-proxy.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { StatementFaultFixture } from '../support/statement-fault-fixture.js';
import { violatedInvariants } from '../support/invariants.js';
import type { StoredState } from '../support/stored-state.js';
import type { Member } from '../support/messaging.js';
import { STRIDE } from '../support/sample.js';
import { writtenEvents } from '../support/writing-events.js';
import type { AboutToAsk } from '../support/writing-events.js';

let fixture: StatementFaultFixture;

beforeAll(async () => {
  fixture = await StatementFaultFixture.start();
});
afterAll(() => fixture.close());
afterEach(() => fixture.deleteRooms());

const moments: Moment[] = ['before', 'after'];
/** Each cut costs a scene, and reads of all that is stored. */
const STEP = STRIDE === 1 ? 1 : 2 * STRIDE;
/** A gate cuts before the statements of one event, and after those of the next. */
const cuts = Object.keys(writtenEvents).flatMap((event, index) =>
  moments.filter((_, at) => STRIDE === 1 || at === index % moments.length).map((moment) => [event, moment] as const),
);

describe('a database connection that is cut at any statement of an event', () => {
  // Each case begins at another statement, so that together they try every statement also with a step.
  it.each(cuts.map((cut, at) => [...cut, at % STEP] as const))(
    '(%s, %s the execution, offset %i) leaves all changes or none',
    async (event, moment, offset) => {
      const whole = await undisturbed(event);
      expect(whole.all).not.toEqual(whole.nothing);
      expect(whole.statements).toBeGreaterThan(0);
      expect(whole.statements).toBeLessThan(50);
      // A request may have more statements than the one before. Only `npm run test:long` asks once more for that.
      const mayFollow = (at: number): boolean => STRIDE === 1 || at <= whole.statements;
      let statement = 1 + (offset % Math.min(STEP, whole.statements));
      while (mayFollow(statement) && (await interrupt(event, { statement, moment }, whole))) statement += STEP;
    },
  );
});

/** A message is stored by one statement, without a transaction. */
const OF_ONE_STATEMENT: readonly string[] = [
  'a sent message',
  'a message with attachments',
  'a reply with attachments',
  'a forwarded message',
];

describe('an event whose commit is delayed', () => {
  it.each(Object.keys(writtenEvents).filter((event) => !OF_ONE_STATEMENT.includes(event)))(
    '(%s) is dispatched only afterwards',
    async (event) => {
      const about = await writtenEvents[event]!(fixture);
      await fixture.drain();
      const held = fixture.proxy.holdCommit();
      const answered = request(about);
      const release = await held;
      const others = fixture.members.filter((member) => member !== about.by);
      const received = await Promise.all(others.map(({ device }) => device.drain()));
      release();
      expect(received.flat()).toEqual([]);
      expect((await answered).error).toBeUndefined();
    },
  );
});

/** The stored data before and after an event, and the number of its statements. */
interface Whole {
  readonly nothing: object;
  readonly all: object;
  readonly statements: number;
}

async function undisturbed(event: string): Promise<Whole> {
  const { by, name, data } = await writtenEvents[event]!(fixture);
  const before = await fixture.stored();
  const statements = await fixture.proxy.countOf(() => by.device.request(name, data));
  const whole = { nothing: before.since(before), all: (await fixture.stored()).since(before), statements };
  await fixture.deleteRooms();
  return whole;
}

/** Does it with a cut. @returns whether there were so many statements and the cut took place */
async function interrupt(event: string, cut: { statement: number; moment: Moment }, whole: Whole): Promise<boolean> {
  const about = await writtenEvents[event]!(fixture);
  const copies = await Promise.all(fixture.members.map(({ device }) => ClientState.create(device)));
  await fixture.drain();
  const before = await fixture.stored();
  fixture.proxy.cutAt(cut.statement, cut.moment);
  const frame = await request(about);
  const at = fixture.proxy.passEverything();
  const now = await fixture.stored();
  const reported = { at, cut, frame, stored: now.since(before) };
  expect(await violatedInvariants(fixture.database)).toEqual({});
  const isDone = await isConsistent(about, reported, whole);
  if (isDone) await expectAllReceived(before, now, frame.request_id === undefined ? undefined : about.by);
  await repeatRequest(about, { before, isDone, wasReported: frame.error === undefined }, whole);
  await sync(copies);
  await fixture.deleteRooms();
  return at !== undefined;
}

const request = ({ by, name, data }: AboutToAsk): Promise<Frame> =>
  by.device.response(by.device.sendRequest(name, data));

/** @returns whether all changes are stored */
async function isConsistent(
  { name }: AboutToAsk,
  reported: { frame: Frame; stored: object },
  whole: Whole,
): Promise<boolean> {
  expect([whole.nothing, whole.all]).toContainEqual(reported.stored);
  const { error } = reported.frame;
  if (error) await isOurFault(error, name);
  else expect(reported).toMatchObject({ stored: whole.all });
  return JSON.stringify(reported.stored) === JSON.stringify(whole.all);
}

/** The requester gets only a fault id, under which the log has the error. */
async function isOurFault(error: ErrorFrame['error'], name: string): Promise<void> {
  expect(error).toMatchObject({ code: 4006, event_type: name });
  const [id] = /[0-9a-f-]{36}/.exec(error.detail as string) ?? [];
  await eventually(() => fixture.parley.output.includes(id ?? 'an id in the detail'));
}

/** All members receive the changes of their rooms in order or by number, even if the requester got no answer. */
async function expectAllReceived(before: StoredState, now: StoredState, answered: Member | undefined): Promise<void> {
  const [membershipsBefore, membershipsNow] = [before.memberships(), now.memberships()];
  for (const { user, device } of fixture.members.filter((member) => member !== answered)) {
    const [had, has] = [membershipsBefore.get(user.id), membershipsNow.get(user.id)];
    const received: Frame[] = [];
    const hasReceived = (roomId: string, seq: number): boolean =>
      received.some((frame) => frame.room_id === roomId && (frame.seq ?? 0) >= seq);
    await eventually(async () => {
      received.push(...(await device.drain()));
      const news = [...(has ?? [])].filter(([roomId, seq]) => seq !== had?.get(roomId));
      const lost = [...(had ?? [])].filter(([roomId]) => !has?.has(roomId));
      return [...news, ...lost.map(([roomId, seq]) => [roomId, seq + 1] as const)].every((one) => hasReceived(...one));
    });
  }
}

interface FirstTime {
  readonly before: StoredState;
  readonly isDone: boolean;
  readonly wasReported: boolean;
}

/** A retry does what was not done, and repeats nothing that can be recognized by its id. */
async function repeatRequest(
  about: AboutToAsk,
  { before, isDone, wasReported }: FirstTime,
  whole: Whole,
): Promise<void> {
  if (wasReported) return;
  const { error } = await request(about);
  expect(error?.code).not.toBe(4006);
  expect(await violatedInvariants(fixture.database)).toEqual({});
  if (isDone && about.name !== 'message.send') return;
  expect(error).toBeUndefined();
  expect((await fixture.stored()).since(before)).toEqual(whole.all);
}

/** After a sync, a copy equals a fresh read. */
async function sync(copies: readonly ClientState[]): Promise<void> {
  const all = fixture.members.map(async ({ device }, at) => {
    await syncInto(device, copies[at]!);
    const fresh = await ClientState.create(device);
    expect(copies[at]!.view()).toEqual(fresh.view(copies[at]));
  });
  await Promise.all(all);
}
