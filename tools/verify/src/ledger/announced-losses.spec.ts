import type { Message } from '@parley/protocol';

import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import type { ConnectionRecord, DeviceRecord } from './device-record.js';
import { Ledger } from './ledger.js';
import { withMarker } from './sent-message.js';
import type { Sending } from './sent-message.js';

const alice = simulatedUser(1, 'alice');
const [BEFORE, AFTER] = ['the epoch before', 'the epoch after'];

/** Before the failover, and as the standby has it: with the first message only. */
let [room, promoted]: SimulatedRoom[] = [];
let ledger: Ledger;
let phone: DeviceRecord;

function connect(device: DeviceRecord, to: SimulatedRoom, epoch: string, reset: boolean): ConnectionRecord {
  const connection = device.connect();
  connection.receiveSnapshot({});
  const page = to.since(reset ? 0 : (device.positions()[to.id] ?? 0));
  connection.receiveSyncPage({ ...page, rooms: page.rooms.map((each) => ({ ...each, reset })) }, epoch);
  return connection;
}

const sending = (number: number): Sending => {
  const clientMessageId = uuid('c', number);
  return { clientMessageId, roomId: room!.id, sender: 'alice', content: withMarker(clientMessageId, 'hello') };
};

/** @returns the accepted message, of which a retry may be a copy with an id of its own */
function accepted(number: number, by: SimulatedRoom, connection: ConnectionRecord, id?: string): Message {
  const attempt = ledger.recordAttempt(sending(number), 1);
  const sent = by.send(alice, sending(number).content);
  const data = id === undefined ? sent.data : Object.assign(sent.data, { id });
  connection.receive({ ...sent, data }, 2);
  attempt.accepted(data, false, 2);
  return data;
}

const faultsOf = (history: ReturnType<SimulatedRoom['history']>): string[] =>
  ledger.judge([history]).faults.map(({ kind, what }) => `${kind}: ${what.replace(/^client_message_id \S+ /, '')}`);

/** The first message is on the standby; the second one is lost in the failover. */
function fail(permits: boolean, reset: boolean): ConnectionRecord {
  ledger = new Ledger(permits);
  [room, promoted] = [new SimulatedRoom(), new SimulatedRoom()];
  phone = ledger.device('alice', 1, [room.id]);
  const connection = connect(phone, room, BEFORE, false);
  accepted(1, room, connection);
  promoted.send(alice, sending(1).content);
  accepted(2, room, connection);
  connection.close();
  return connect(phone, promoted, AFTER, reset);
}

describe('the loss of a message by the database', () => {
  it('is permitted if each device that had it was reset by a new epoch', () => {
    fail(true, true);
    expect(faultsOf(promoted!.history())).toEqual([]);
    expect(ledger.judge([promoted!.history()]).announcedLosses).toBe(1);
  });

  it('is a fault without the permission', () => {
    fail(false, true);
    expect(faultsOf(promoted!.history())).toEqual(['lost: accepted, but not in the history']);
  });

  it('is a fault if a device that had it was not reset, and so shows it still', () => {
    fail(true, false);
    expect(faultsOf(promoted!.history())).toEqual([
      'lost: accepted, but not in the history',
      'lost: did not receive the deletion of this message',
    ]);
  });

  it('permits a retry to store it again, as another message with the number of the lost one', () => {
    const connection = fail(true, true);
    accepted(2, promoted!, connection, uuid('9', 2));
    expect(faultsOf(promoted!.history())).toEqual([]);
    expect(ledger.judge([promoted!.history()]).announcedLosses).toBe(1);
  });

  it('does not permit a retry to store it again if it is not lost', () => {
    const connection = fail(true, true);
    const [first] = promoted!.history().messages;
    accepted(1, promoted!, connection, uuid('9', 1));
    expect(first).toBeDefined();
    expect(faultsOf(promoted!.history())).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^doubled: stored twice/),
        expect.stringMatching(/^wrong: retried/),
      ]),
    );
  });
});
