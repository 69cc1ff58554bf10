import type { PrivateState } from '@parley/protocol';

import type { ConnectionRecord, DeviceRecord } from './device-record.js';
import { Ledger } from './ledger.js';
import type { PrivateFrame } from './private-copy.js';

const ROOM = 'room';

let ledger: Ledger;
let phone: DeviceRecord;
let line: ConnectionRecord;

beforeEach(() => {
  ledger = new Ledger();
  phone = ledger.device('alice', 1, [ROOM]);
  line = connect();
});

/** A connection that has synced. @param missed the changed items since the position of the device */
function connect(missed: Partial<PrivateState> = {}): ConnectionRecord {
  const made = phone.connect();
  made.receiveSnapshot({}, 0);
  const state = { seq: phone.privateCopy.upTo, reset: false, favourites: [], ...missed } as unknown as PrivateState;
  made.receiveSyncPage({ complete: true, rooms: [], left: [], private: state }, 'first');
  return made;
}

/** Alice changes it, and the change is accepted. */
function change(favourite: boolean): void {
  ledger.favourite('alice', ROOM).attempt(favourite)().accepted();
}

const frame = (private_seq: number, favourite: boolean): PrivateFrame => ({
  eventType: 'roomfavourite.dispatch',
  data: { room_id: ROOM, favourite },
  private_seq,
});

const faults = (): string[] => ledger.judge([]).faults.map(({ kind, what }) => `${kind}: ${what}`);

describe('the private state of a user', () => {
  it('that every device has received causes no fault', () => {
    change(true);
    line.receivePrivate(frame(1, true));
    expect(ledger.hasDeliveredPrivateChanges).toBe(true);
    change(false);
    line.receivePrivate(frame(2, false));
    expect(faults()).toEqual([]);
  });

  it('is lost if a device did not receive the last change', () => {
    change(true);
    expect(ledger.hasDeliveredPrivateChanges).toBe(false);
    expect(faults()).toEqual(['lost: did not receive the last change of the private state']);
  });

  it('may come with a sync', () => {
    line.close();
    change(true);
    connect({ seq: 1, favourites: [{ room_id: ROOM, favourite: true }] });
    expect(faults()).toEqual([]);
  });

  it('must be received once, in order and without a gap', () => {
    for (const seq of [1, 3, 2, 2, 5]) line.receivePrivate(frame(seq, false));
    expect(faults()).toEqual([
      'out_of_order: private change 2: received after a later one on the same connection',
      'doubled: private change 2: received twice on one connection',
      'lost: private change 4: not received, although the connection stayed open',
    ]);
  });

  it('may be one or the other while a change is not answered', () => {
    ledger.favourite('alice', ROOM).attempt(true)();
    expect(faults()).toEqual([]);
    expect(ledger.favourite('alice', ROOM).isIdle).toBe(false);
  });

  it('is not judged on a node without it', () => {
    line.close();
    change(true);
    line = phone.connect();
    line.receiveSnapshot({});
    line.receiveSyncPage({ complete: true, rooms: [], left: [] }, 'first');
    expect(faults()).toEqual([]);
  });
});
