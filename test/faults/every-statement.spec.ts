import type { ErrorFrame } from '@parley/protocol';

import { Copy, syncs } from '../support/copy.js';
import type { Moment } from '../support/cutting-proxy.js';
import { eventually } from '../support/eventually.js';
import type { Frame } from '../support/frames.js';
import { HurtWorld } from '../support/hurt-world.js';
import { brokenLaws } from '../support/laws.js';
import type { StoredState } from '../support/stored-state.js';
import type { Member } from '../support/talk.js';
import { writtenEvents } from '../support/written-events.js';
import type { AboutToAsk } from '../support/written-events.js';

let world: HurtWorld;

beforeAll(async () => {
  world = await HurtWorld.begin();
});
afterAll(() => world.end());
afterEach(() => world.isCleared());

const moments: Moment[] = ['before', 'after'];
const cuts = Object.keys(writtenEvents).flatMap((event) => moments.map((moment) => [event, moment] as const));

describe('a database connection that is cut at any statement of an event', () => {
  it.each(cuts)('(%s, %s the execution) leaves all changes or none', async (event, moment) => {
    const whole = await unhurt(event);
    expect(whole.all).not.toEqual(whole.nothing);
    for (let statement = 1; await isHurt(event, { statement, moment }, whole); statement += 1) {
      expect(statement).toBeLessThan(50);
    }
  });
});

/** The stored data before and after an event. */
interface Whole {
  readonly nothing: object;
  readonly all: object;
}

async function unhurt(event: string): Promise<Whole> {
  const { by, name, data } = await writtenEvents[event]!(world);
  const before = await world.stored();
  await by.device.ask(name, data);
  const whole = { nothing: before.since(before), all: (await world.stored()).since(before) };
  await world.isCleared();
  return whole;
}

/** Does it with a cut. @returns whether there were so many statements and the cut took place */
async function isHurt(event: string, cut: { statement: number; moment: Moment }, whole: Whole): Promise<boolean> {
  const about = await writtenEvents[event]!(world);
  const copies = await Promise.all(world.people.map(({ device }) => Copy.anew(device)));
  await world.heard();
  const before = await world.stored();
  world.proxy.cutsAt(cut.statement, cut.moment);
  const frame = await asks(about);
  const at = world.proxy.spares();
  const now = await world.stored();
  const told = { at, cut, frame, stored: now.since(before) };
  expect(await brokenLaws(world.database)).toEqual({});
  const isDone = await isWhole(about, told, whole);
  if (isDone) await allHear(before, now, frame.request_id === undefined ? undefined : about.by);
  await isAskedAgain(about, { before, isDone, wasTold: frame.error === undefined }, whole);
  await sync(copies);
  await world.isCleared();
  return at !== undefined;
}

const asks = ({ by, name, data }: AboutToAsk): Promise<Frame> => by.device.answered(by.device.asks(name, data));

/** @returns whether all changes are stored */
async function isWhole({ name }: AboutToAsk, told: { frame: Frame; stored: object }, whole: Whole): Promise<boolean> {
  expect([whole.nothing, whole.all]).toContainEqual(told.stored);
  const { error } = told.frame;
  if (error) await isOurFault(error, name);
  else expect(told).toMatchObject({ stored: whole.all });
  return JSON.stringify(told.stored) === JSON.stringify(whole.all);
}

/** The requester gets only a fault id, under which the log has the error. */
async function isOurFault(error: ErrorFrame['error'], name: string): Promise<void> {
  expect(error).toMatchObject({ code: 4006, event_type: name });
  const [id] = /[0-9a-f-]{36}/.exec(error.detail as string) ?? [];
  await eventually(() => world.parley.output.includes(id ?? 'an id in the detail'));
}

/** All members receive the changes of their rooms in order or by number, even if the requester got no answer. */
async function allHear(before: StoredState, now: StoredState, answered: Member | undefined): Promise<void> {
  const [seatsBefore, seatsNow] = [before.seats(), now.seats()];
  for (const { person, device } of world.people.filter((member) => member !== answered)) {
    const [had, has] = [seatsBefore.get(person.id), seatsNow.get(person.id)];
    const heard: Frame[] = [];
    const hasHeard = (roomId: string, seq: number): boolean =>
      heard.some((frame) => frame.room_id === roomId && (frame.seq ?? 0) >= seq);
    await eventually(async () => {
      heard.push(...(await device.rest()));
      const news = [...(has ?? [])].filter(([roomId, seq]) => seq !== had?.get(roomId));
      const lost = [...(had ?? [])].filter(([roomId]) => !has?.has(roomId));
      return [...news, ...lost.map(([roomId, seq]) => [roomId, seq + 1] as const)].every((one) => hasHeard(...one));
    });
  }
}

interface FirstTime {
  readonly before: StoredState;
  readonly isDone: boolean;
  readonly wasTold: boolean;
}

/** A retry does what was not done, and repeats nothing that can be recognized by its id. */
async function isAskedAgain(about: AboutToAsk, { before, isDone, wasTold }: FirstTime, whole: Whole): Promise<void> {
  if (wasTold) return;
  const { error } = await asks(about);
  expect(error?.code).not.toBe(4006);
  expect(await brokenLaws(world.database)).toEqual({});
  if (isDone && about.name !== 'message.send') return;
  expect(error).toBeUndefined();
  expect((await world.stored()).since(before)).toEqual(whole.all);
}

/** After a sync, a copy equals a fresh read. */
async function sync(copies: readonly Copy[]): Promise<void> {
  const all = world.people.map(async ({ device }, at) => {
    await syncs(device, copies[at]!);
    const fresh = await Copy.anew(device);
    expect(copies[at]!.seen()).toEqual(fresh.seen(copies[at]));
  });
  await Promise.all(all);
}
