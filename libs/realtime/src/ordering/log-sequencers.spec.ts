import type { ServerEvent } from '@parley/protocol';

import { Hub, roomGroup, userGroup } from '../hub/index.js';
import type { Group } from '../hub/index.js';
import { Device } from './device.fake.js';
import type { LogEntry, RoomLogSource } from './log-source.js';
import { LogSequencers } from './log-sequencers.js';
import { Undelivered } from './sequenced-entry.js';

const HEAL_MS = 50;
const CHECK_MS = 1_500;
const LONGEST_WAIT_MS = 10_000;
const STALLED_MS = 60_000;
const ROOM = 'the room';
const [ALICE, BOB, CAROL, DAVE] = [1, 2, 3, 4];

class MemoryLog implements RoomLogSource {
  readonly written: LogEntry[] = [];

  readonly inside = new Map<number, number>();

  members(_roomId: string, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return Promise.resolve(new Map([...this.inside].filter(([id]) => userIds.includes(id))));
  }

  headsOtherThan(expected: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    const head = this.written.length;
    return Promise.resolve(new Map(expected.get(ROOM) === head ? [] : [[ROOM, head]]));
  }

  entries(_roomId: string, after: number, upTo: number): Promise<readonly LogEntry[]> {
    return Promise.resolve(this.written.slice(after, upTo));
  }
}

let hub: Hub;
let sequencers: LogSequencers;
let log: MemoryLog;

beforeEach(() => {
  vi.useFakeTimers();
  hub = new Hub();
  sequencers = new LogSequencers(hub);
  log = new MemoryLog();
  sequencers.readRoomsFrom(log);
});
afterEach(() => {
  sequencers.onApplicationShutdown();
  vi.useRealTimers();
});

/** Connects a device of the user, in the room if the snapshot has a number of it. */
function connect(userId: number, snapshot?: number): Device {
  const device = new Device();
  const rooms: Group[] = snapshot === undefined ? [] : [roomGroup(ROOM)];
  hub.add(device, [userGroup(userId), ...rooms]);
  sequencers.connectionJoined(device.id, [userGroup(userId), ...rooms]);
  const numbers = new Map(snapshot === undefined ? [] : [[ROOM, snapshot]]);
  sequencers.snapshotRead(device.id, { numbers, privateSeq: 0 });
  return device;
}

const frameOf = (eventType: 'roomdelete.dispatch', seq: number): ServerEvent => ({
  eventType,
  data: { room_id: ROOM },
  room_id: ROOM,
  seq,
});

/** Writes the next entry of the log. */
function write(more: Partial<LogEntry> = {}): LogEntry {
  const seq = log.written.length + 1;
  const entry = { roomId: ROOM, seq, frame: frameOf('roomdelete.dispatch', seq), ...more };
  log.written.push(entry);
  return entry;
}

describe('LogSequencers', () => {
  it('delivers entries that come in any order in the order of their numbers, and the reply in its place', async () => {
    const device = connect(ALICE, 0);
    const [one, two] = [write(), write()];
    const answered = sequencers.append(two, { connectionId: device.id, requestId: 'mine' });
    expect(device.received).toEqual([]);
    void sequencers.append(one);
    await answered;
    expect(device.received).toMatchObject([{ seq: 1 }, { seq: 2, request_id: 'mine' }]);
  });

  it('tells a requester whose entry is not delivered in time, and delivers it later as to all others', async () => {
    const device = connect(ALICE, 0);
    const [one, two, three] = [write(), write(), write()];
    vi.spyOn(log, 'entries').mockReturnValue(new Promise(() => undefined));
    const refused = expect(sequencers.append(two, { connectionId: device.id, requestId: 'mine' })).rejects.toThrow(
      Undelivered,
    );
    expect(sequencers.isStalled).toBe(false);
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
    await refused;
    expect(sequencers.isStalled).toBe(true);
    void sequencers.append(one);
    expect(sequencers.isStalled).toBe(false);
    await sequencers.append(three, { connectionId: device.id, requestId: 'mine too' });
    expect(device.received).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3, request_id: 'mine too' }]);
    expect(device.received[1]).not.toHaveProperty('request_id');
  });

  it('does not call the delivery stalled for ever, when nobody asks for one', async () => {
    const device = connect(ALICE, 0);
    write();
    vi.spyOn(log, 'entries').mockReturnValue(new Promise(() => undefined));
    const refused = expect(
      sequencers.append(write(), { connectionId: device.id, requestId: 'mine' }),
    ).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
    await refused;
    await vi.advanceTimersByTimeAsync(STALLED_MS);
    expect(sequencers.isStalled).toBe(false);
  });

  it('answers the requester of an entry that came early, though the room ends before its delivery', async () => {
    const device = connect(ALICE, 0);
    const [, two, end] = [write(), write(), write({ isEnd: true })];
    const answered = sequencers.append(two, { connectionId: device.id, requestId: 'mine' });
    void sequencers.append(end);
    log.written.length = 0;
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    await answered;
    expect(device.received).toMatchObject([{ seq: 2, request_id: 'mine' }, { seq: 3 }]);
  });

  it('delivers a removal that arrives after the end of the room, and nothing else, to the removed member', async () => {
    const [here, leaver] = [connect(ALICE, 0), connect(BOB, 0)];
    const farewell = { ...frameOf('roomdelete.dispatch', 1), meta: { farewell: true } };
    const [removal, end] = [write({ leaving: { userIds: [BOB], farewell } }), write({ isEnd: true })];
    log.written.length = 0;
    sequencers.appendLocally(end);
    await vi.advanceTimersByTimeAsync(HEAL_MS / 5);
    sequencers.appendLocally(removal);
    expect(here.numbers).toEqual([1, 2]);
    expect(leaver.received).toMatchObject([{ seq: 1, meta: { farewell: true } }]);
    expect(leaver.received).toHaveLength(1);
    expect(hub.hasConnectionsIn(roomGroup(ROOM))).toBe(false);
  });

  it('answers the requester of the end of a room in its place, though a node that lacks the reply repeats it', async () => {
    const device = connect(ALICE, 0);
    const [one, end] = [write(), write({ isEnd: true })];
    const answered = sequencers.append(end, { connectionId: device.id, requestId: 'mine' });
    sequencers.appendLocally(end);
    void sequencers.append(one);
    await answered;
    expect(device.received).toMatchObject([{ seq: 1 }, { seq: 2, request_id: 'mine' }]);
    expect(device.received).toHaveLength(2);
  });

  it('answers a requester who has left with a farewell frame, though the end of the room came before the answer', async () => {
    const device = connect(ALICE, 0);
    const farewell = { ...frameOf('roomdelete.dispatch', 1), meta: { farewell: true } };
    const end = write({ isEnd: true, leaving: { userIds: [ALICE], farewell } });
    sequencers.appendLocally(end);
    await sequencers.append(end, { connectionId: device.id, requestId: 'mine' });
    expect(device.received).toHaveLength(3);
    expect(device.received[2]).toMatchObject({ seq: 1, request_id: 'mine', meta: { farewell: true } });
  });

  it('finds lost entries by polling the log, and reports how many', async () => {
    const gaps = { healed: 0, skipped: 0 };
    sequencers.onGaps({
      healed: (numbers) => (gaps.healed += numbers),
      skipped: (numbers) => (gaps.skipped += numbers),
    });
    const device = connect(ALICE, 0);
    write();
    write();
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(device.numbers).toEqual([1, 2]);
    expect(gaps).toEqual({ healed: 2, skipped: 0 });
  });

  it('continues after the last number of a log that was restored from a backup', async () => {
    const device = connect(ALICE, 0);
    for (let count = 1; count <= 5; count += 1) sequencers.appendLocally(write());
    log.written.length = 2;
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    sequencers.appendLocally(write());
    expect(device.numbers).toEqual([1, 2, 3, 4, 5, 3]);
  });

  it('answers the requester of an entry that was read from the log before, and marks the reply as a duplicate', async () => {
    const device = connect(ALICE, 0);
    const entry = write();
    sequencers.logReached(ROOM, 1);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    await sequencers.append(entry, { connectionId: device.id, requestId: 'mine' });
    expect(device.received).toHaveLength(2);
    expect(device.received[0]).not.toHaveProperty('meta');
    expect(device.received[1]).toMatchObject({ seq: 1, request_id: 'mine', meta: { duplicate: true, told: true } });
  });

  it('subscribes users at the number with which they enter', () => {
    const [here, late] = [connect(ALICE, 0), connect(BOB)];
    const [before, entering, after] = [write(), write({ entering: [BOB] }), write()];
    for (const entry of [after, entering, before]) sequencers.appendLocally(entry);
    expect(here.numbers).toEqual([1, 2, 3]);
    expect(late.numbers).toEqual([2, 3]);
  });

  it('starts a room with the first user of this node who enters it, and reads the entries since', async () => {
    const late = connect(BOB);
    write();
    write({ entering: [BOB] });
    write();
    sequencers.logReached(ROOM, 2, [BOB]);
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(late.numbers).toEqual([2, 3]);
  });

  it('closes the connections of members who entered before the sequencer started', async () => {
    const [bobs, carols, daves] = [connect(BOB), connect(CAROL), connect(DAVE)];
    const entering = write({ entering: [BOB, CAROL, DAVE] });
    write();
    connect(ALICE, 2);
    log.inside.set(BOB, 1).set(DAVE, 3); // Carol has left since, and Dave has come again.
    sequencers.appendLocally(entering);
    await vi.advanceTimersByTimeAsync(0);
    expect([bobs, carols, daves].map(({ closedWith }) => closedWith)).toEqual([1012, undefined, undefined]);
  });

  it('closes no connection of a user who leaves the room while its members are read', async () => {
    connect(ALICE, 0);
    const [bobs, carols] = [connect(BOB, 0), connect(CAROL)];
    void sequencers.append(write());
    log.inside.set(BOB, 1);
    sequencers.logReached(ROOM, 1, [BOB, CAROL]);
    void sequencers.append(write({ leaving: { userIds: [BOB], farewell: frameOf('roomdelete.dispatch', 2) } }));
    await vi.advanceTimersByTimeAsync(0);
    expect([bobs.closedWith, carols.closedWith]).toEqual([undefined, undefined]);
  });

  it('subscribes users who entered at the number with which the sequencer started', async () => {
    const [alices, bobs] = [new Device(), connect(BOB)];
    const entering = write({ entering: [BOB] });
    log.inside.set(BOB, 1);
    hub.add(alices, [userGroup(ALICE), roomGroup(ROOM)]);
    sequencers.connectionJoined(alices.id, [roomGroup(ROOM)]);
    sequencers.appendLocally(entering);
    sequencers.snapshotRead(alices.id, { numbers: new Map([[ROOM, 1]]), privateSeq: 0 });
    sequencers.appendLocally(write());
    await vi.advanceTimersByTimeAsync(0);
    expect([alices, bobs].map(({ closedWith }) => closedWith)).toEqual([undefined, undefined]);
    expect([alices, bobs].map(({ numbers }) => numbers)).toEqual([[2], [1, 2]]);
  });

  it('subscribes them though later entries arrived before the sequencer started', async () => {
    const [alices, bobs] = [new Device(), connect(BOB)];
    const entries = [write({ entering: [BOB] }), write()];
    log.inside.set(BOB, 1);
    hub.add(alices, [userGroup(ALICE), roomGroup(ROOM)]);
    sequencers.connectionJoined(alices.id, [roomGroup(ROOM)]);
    for (const entry of entries) sequencers.appendLocally(entry);
    sequencers.snapshotRead(alices.id, { numbers: new Map([[ROOM, 1]]), privateSeq: 0 });
    await vi.advanceTimersByTimeAsync(0);
    expect([alices, bobs].map(({ numbers }) => numbers)).toEqual([[2], [1, 2]]);
    expect(bobs.closedWith).toBeUndefined();
  });

  it('starts a room anew for a user who enters with an entry after the last connection has left', () => {
    const [alices, bobs] = [connect(ALICE, 0), connect(BOB)];
    const farewell = { ...frameOf('roomdelete.dispatch', 2), meta: { farewell: true } };
    const entries = [write(), write({ leaving: { userIds: [ALICE], farewell } }), write({ entering: [BOB] }), write()];
    for (const entry of entries.toReversed()) sequencers.appendLocally(entry);
    expect([alices, bobs].map(({ numbers }) => numbers)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('ignores a read of the log from before it was restored', async () => {
    const device = connect(ALICE, 0);
    for (let count = 1; count <= 5; count += 1) sequencers.appendLocally(write());
    const entries = vi.spyOn(log, 'entries');
    let answerLate: (entries: readonly LogEntry[]) => void = () => undefined;
    entries.mockImplementationOnce(() => new Promise((resolve) => (answerLate = resolve)));
    sequencers.logReached(ROOM, 8);
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    log.written.length = 2;
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    answerLate([]);
    await vi.advanceTimersByTimeAsync(0);
    sequencers.appendLocally(write());
    expect(device.numbers).toEqual([1, 2, 3, 4, 5, 3]);
  });

  it('unsubscribes users at the number with which they leave, with a farewell frame in place of the entry', () => {
    const [here, leaver] = [connect(ALICE, 0), connect(BOB, 0)];
    const farewell = { ...frameOf('roomdelete.dispatch', 2), meta: { farewell: true } };
    const [before, leaving, after] = [write(), write({ leaving: { userIds: [BOB], farewell } }), write()];
    for (const entry of [leaving, after, before]) sequencers.appendLocally(entry);
    expect(here.numbers).toEqual([1, 2, 3]);
    expect(leaver.received).toMatchObject([{ seq: 1 }, { seq: 2, meta: { farewell: true } }]);
    expect(here.received[1]).not.toHaveProperty('meta');
  });

  it('forgets a room without connections, and one that has ended', async () => {
    const device = connect(ALICE, 0);
    sequencers.appendLocally(write({ isEnd: true }));
    sequencers.appendLocally(write());
    expect(device.numbers).toEqual([1]);
    expect(hub.hasConnectionsIn(roomGroup(ROOM))).toBe(false);
    hub.remove(connect(BOB, 2));
    const back = connect(BOB, 2);
    write();
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(back.numbers).toEqual([3]);
  });
});
