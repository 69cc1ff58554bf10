import { randomUUID } from 'node:crypto';

import type { CloseCode, ServerEvent, ServerFrame } from '@parley/protocol';

import { Hub, inMemory, roomGroup, userGroup } from '../hub/index.js';
import type { Connection, Group, OutboundFrame } from '../hub/index.js';
import { LogSource } from './log-entry.js';
import type { LogEntry } from './log-entry.js';
import { RoomLines } from './room-lines.js';

const HEAL_MS = 50;
const CHECK_MS = 1_500;
const ROOM = 'the room';
const [ALICE, BOB, CAROL, DAVE] = [1, 2, 3, 4];

class Device implements Connection {
  readonly id = randomUUID();
  readonly heard: ServerFrame[] = [];

  deliver({ wire }: OutboundFrame): void {
    this.heard.push(JSON.parse(wire.text) as ServerFrame);
  }

  close({ code }: CloseCode): void {
    this.closedWith = code;
  }

  closedWith: number | undefined;

  get numbers(): (number | undefined)[] {
    return this.heard.map(({ seq }) => seq);
  }
}

/** A log that can be read again. */
class Log extends LogSource {
  readonly written: LogEntry[] = [];

  readonly inside = new Map<number, number>();

  override members(_roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return Promise.resolve(new Map([...this.inside].filter(([id]) => userIds.includes(id))));
  }

  override headsOtherThan(told: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const head = this.written.length;
    return Promise.resolve(new Map(told.get(ROOM) === head ? [] : [[ROOM, head]]));
  }

  override entries(_roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]> {
    return Promise.resolve(this.written.slice(after, upTo));
  }
}

let hub: Hub;
let lines: RoomLines;
let log: Log;

beforeEach(() => {
  vi.useFakeTimers();
  hub = new Hub(inMemory, true);
  lines = new RoomLines(hub);
  log = new Log();
  lines.readFrom(log);
});
afterEach(() => {
  lines.onApplicationShutdown();
  vi.useRealTimers();
});

/** Somebody's device, which is in the room if its snapshot has reached a number there. */
function deviceOf(userId: number, snapshot?: number): Device {
  const device = new Device();
  const rooms: Group[] = snapshot === undefined ? [] : [roomGroup(ROOM)];
  hub.add(device, [userGroup(userId), ...rooms]);
  lines.connectionArrives(device.id, rooms);
  lines.connectionArrived(device.id, snapshot === undefined ? new Map() : new Map([[ROOM, snapshot]]));
  return device;
}

const saying = (eventType: 'roomdelete.dispatch', seq: number): ServerEvent => ({
  eventType,
  data: { room_id: ROOM },
  room_id: ROOM,
  seq,
});

/** What is written, and is to be told. */
function written(more: Partial<LogEntry> = {}): LogEntry {
  const seq = log.written.length + 1;
  const entry = { roomId: ROOM, seq, frame: saying('roomdelete.dispatch', seq), ...more };
  log.written.push(entry);
  return entry;
}

describe('the lines of a node', () => {
  it('tell in order what is told to them in any, and answer whoever asked in its place', async () => {
    const device = deviceOf(ALICE, 0);
    const [one, two] = [written(), written()];
    const answered = lines.append(two, { connectionId: device.id, requestId: 'mine' });
    expect(device.heard).toEqual([]);
    void lines.append(one);
    await answered;
    expect(device.heard).toMatchObject([{ seq: 1 }, { seq: 2, request_id: 'mine' }]);
  });

  it('answer whoever asked for what came early, though the room ends before it is told', async () => {
    const device = deviceOf(ALICE, 0);
    const [, two, end] = [written(), written(), written({ isEnd: true })];
    const answered = lines.append(two, { connectionId: device.id, requestId: 'mine' });
    void lines.append(end);
    await answered;
    expect(device.heard).toMatchObject([{ seq: 2, request_id: 'mine' }, { seq: 3 }]);
  });

  it('find out by themselves what nobody told them, and say how much that was', async () => {
    const gaps = { healed: 0, passedOver: 0 };
    lines.onGaps({
      healed: (numbers) => (gaps.healed += numbers),
      passedOver: (numbers) => (gaps.passedOver += numbers),
    });
    const device = deviceOf(ALICE, 0);
    written();
    written();
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(device.numbers).toEqual([1, 2]);
    expect(gaps).toEqual({ healed: 2, passedOver: 0 });
  });

  it('go back with a log that was restored from a backup, and go on from there', async () => {
    const device = deviceOf(ALICE, 0);
    for (let count = 1; count <= 5; count += 1) lines.appendHere(written());
    log.written.length = 2;
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    lines.appendHere(written());
    expect(device.numbers).toEqual([1, 2, 3, 4, 5, 3]);
  });

  it('answer whoever asked for what was found out before, and say that it was told', async () => {
    const device = deviceOf(ALICE, 0);
    const entry = written();
    lines.reached(ROOM, 1);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    await lines.append(entry, { connectionId: device.id, requestId: 'mine' });
    expect(device.heard).toHaveLength(2);
    expect(device.heard[0]).not.toHaveProperty('meta');
    expect(device.heard[1]).toMatchObject({ seq: 1, request_id: 'mine', meta: { duplicate: true, told: true } });
  });

  it('let users in at their number, with all that follows it', () => {
    const [here, newcomer] = [deviceOf(ALICE, 0), deviceOf(BOB)];
    const [before, entering, after] = [written(), written({ entering: [BOB] }), written()];
    for (const entry of [after, entering, before]) lines.appendHere(entry);
    expect(here.numbers).toEqual([1, 2, 3]);
    expect(newcomer.numbers).toEqual([2, 3]);
  });

  it('begin a room with the first who enters it here, and read what was said since', async () => {
    const newcomer = deviceOf(BOB);
    written();
    written({ entering: [BOB] });
    written();
    lines.reached(ROOM, 2, [BOB]);
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(newcomer.numbers).toEqual([2, 3]);
  });

  it('call back whoever entered before the line began, and does not hear the room', async () => {
    const [bobs, carols, daves] = [deviceOf(BOB), deviceOf(CAROL), deviceOf(DAVE)];
    const entering = written({ entering: [BOB, CAROL, DAVE] });
    written();
    deviceOf(ALICE, 2);
    log.inside.set(BOB, 1).set(DAVE, 3); // Carol has left since, and Dave has come again.
    lines.appendHere(entering);
    await vi.advanceTimersByTimeAsync(0);
    expect([bobs, carols, daves].map(({ closedWith }) => closedWith)).toEqual([1012, undefined, undefined]);
  });

  it('call back nobody who leaves the room while it is asked who is in it', async () => {
    deviceOf(ALICE, 0);
    const [bobs, carols] = [deviceOf(BOB, 0), deviceOf(CAROL)];
    void lines.append(written());
    log.inside.set(BOB, 1);
    lines.reached(ROOM, 1, [BOB, CAROL]);
    void lines.append(written({ leaving: { userIds: [BOB], farewell: saying('roomdelete.dispatch', 2) } }));
    await vi.advanceTimersByTimeAsync(0);
    expect([bobs.closedWith, carols.closedWith]).toEqual([undefined, undefined]);
  });

  it('let in whoever entered at the number with which the line began', async () => {
    const [alices, bobs] = [new Device(), deviceOf(BOB)];
    const entering = written({ entering: [BOB] });
    log.inside.set(BOB, 1);
    hub.add(alices, [userGroup(ALICE), roomGroup(ROOM)]);
    lines.connectionArrives(alices.id, [roomGroup(ROOM)]);
    lines.appendHere(entering);
    lines.connectionArrived(alices.id, new Map([[ROOM, 1]]));
    lines.appendHere(written());
    await vi.advanceTimersByTimeAsync(0);
    expect([alices, bobs].map(({ closedWith }) => closedWith)).toEqual([undefined, undefined]);
    expect([alices, bobs].map(({ numbers }) => numbers)).toEqual([[2], [1, 2]]);
  });

  it('put users out at their number, with a farewell in place of what everybody hears', () => {
    const [here, leaver] = [deviceOf(ALICE, 0), deviceOf(BOB, 0)];
    const farewell = { ...saying('roomdelete.dispatch', 2), meta: { farewell: true } };
    const [before, leaving, after] = [written(), written({ leaving: { userIds: [BOB], farewell } }), written()];
    for (const entry of [leaving, after, before]) lines.appendHere(entry);
    expect(here.numbers).toEqual([1, 2, 3]);
    expect(leaver.heard).toMatchObject([{ seq: 1 }, { seq: 2, meta: { farewell: true } }]);
    expect(here.heard[1]).not.toHaveProperty('meta');
  });

  it('forget a room that nobody hears any more, and one that has ended', async () => {
    const device = deviceOf(ALICE, 0);
    lines.appendHere(written({ isEnd: true }));
    lines.appendHere(written());
    expect(device.numbers).toEqual([1]);
    expect(hub.isServed(roomGroup(ROOM))).toBe(false);
    hub.remove(deviceOf(BOB, 2));
    const back = deviceOf(BOB, 2);
    written();
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(back.numbers).toEqual([3]);
  });
});
