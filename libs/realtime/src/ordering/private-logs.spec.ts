import { Hub, userGroup } from '../hub/index.js';
import { Device } from './device.fake.js';
import { LogSequencers } from './log-sequencers.js';
import type { PrivateLogEntry } from './log-source.js';

const HEAL_MS = 50;
const CHECK_MS = 1_500;
const [ALICE, BOB] = [1, 2];

let hub: Hub;
let sequencers: LogSequencers;

beforeEach(() => {
  vi.useFakeTimers();
  hub = new Hub();
  sequencers = new LogSequencers(hub);
  const none = { headsOtherThan: () => Promise.resolve(new Map()), entries: () => Promise.resolve([]) };
  sequencers.readRoomsFrom({ ...none, members: () => Promise.resolve(new Map()) });
});
afterEach(() => {
  sequencers.onApplicationShutdown();
  vi.useRealTimers();
});

/** @param privateSeq the number that the snapshot reaches */
function connect(userId: number, privateSeq = 0): Device {
  const device = new Device();
  hub.add(device, [userGroup(userId)]);
  sequencers.connectionJoined(device.id, [userGroup(userId)]);
  sequencers.snapshotRead(device.id, { numbers: new Map(), privateSeq });
  return device;
}

describe('LogSequencers of private logs', () => {
  const privateEntry = (seq: number): PrivateLogEntry => ({
    userId: ALICE,
    seq,
    frame: { eventType: 'roomfavourite.dispatch', data: { room_id: 'the room', favourite: true }, private_seq: seq },
  });

  /** Alice's log has these numbers. */
  const readFrom = (last: number): void => {
    sequencers.readUsersFrom({
      headsOtherThan: (expected) => Promise.resolve(new Map(expected.get(ALICE) === last ? [] : [[ALICE, last]])),
      entries: (_userId, after, upTo) =>
        Promise.resolve(Array.from({ length: upTo - after }, (_, at) => privateEntry(after + 1 + at))),
    });
  };

  const privateNumbers = ({ received }: Device): (number | undefined)[] =>
    received.map(({ private_seq }) => private_seq);

  it('deliver entries in order to the connections of the user, and the reply in its place', async () => {
    const [phone, laptop, bobs] = [connect(ALICE), connect(ALICE), connect(BOB)];
    const answered = sequencers.appendPrivate(privateEntry(2), { connectionId: phone.id, requestId: 'mine' });
    expect([phone.received, laptop.received]).toEqual([[], []]);
    void sequencers.appendPrivate(privateEntry(1));
    await answered;
    expect(phone.received).toMatchObject([{ private_seq: 1 }, { private_seq: 2, request_id: 'mine' }]);
    expect(privateNumbers(laptop)).toEqual([1, 2]);
    expect(bobs.received).toEqual([]);
  });

  it('deliver numbers that were missed, after a later one and without one', async () => {
    readFrom(4);
    const phone = connect(ALICE);
    void sequencers.appendPrivate(privateEntry(3));
    await vi.advanceTimersByTimeAsync(HEAL_MS);
    expect(privateNumbers(phone)).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(privateNumbers(phone)).toEqual([1, 2, 3, 4]);
  });

  it('start with the snapshot of the first connection of the user', async () => {
    readFrom(7);
    const phone = connect(ALICE, 6);
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    expect(privateNumbers(phone)).toEqual([7]);
  });
});
