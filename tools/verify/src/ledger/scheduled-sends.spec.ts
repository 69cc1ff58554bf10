import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import type { ConnectionRecord } from './device-record.js';
import { Ledger } from './ledger.js';
import { withMarker } from './sent-message.js';
import type { Sending } from './sent-message.js';

const alice = simulatedUser(1, 'alice');

let ledger: Ledger;
let room: SimulatedRoom;
let connection: ConnectionRecord;
let sending: Sending;

beforeEach(() => {
  ledger = new Ledger();
  room = new SimulatedRoom();
  connection = ledger.device('bob', 1, [room.id]).connect();
  connection.receiveSnapshot({});
  connection.receiveSyncPage(room.since(0));
  const clientMessageId = uuid('c', 1);
  const content = withMarker(clientMessageId, 'later');
  sending = { clientMessageId, roomId: room.id, sender: 'alice', content };
});

/** Schedules the message. @param sendAt milliseconds since 1970 */
function schedule(sendAt = 0): void {
  ledger.recordAttempt(sending, 0);
  ledger.scheduled.accept(sending, sendAt);
}

/** The deployment sends the message. */
function send(content = sending.content): void {
  connection.receive(room.send(alice, content), 0);
}

const faults = (): string[] =>
  ledger
    .judge([room.history()])
    .faults.map(({ kind, what }) => `${kind}: ${what.replace(/^client_message_id \S+ /, '')}`);

describe('a scheduled message', () => {
  it('is sent once, at its time', () => {
    schedule();
    expect(ledger.hasReceivedScheduled).toBe(false);
    send();
    expect(ledger.hasReceivedScheduled).toBe(true);
    expect(faults()).toEqual([]);
  });

  it('is received by a sync too', () => {
    schedule();
    room.send(alice, sending.content);
    connection.close();
    const next = ledger.device('carol', 1, [room.id]).connect();
    next.receiveSnapshot({});
    next.receiveSyncPage(room.since(0));
    expect(ledger.hasReceivedScheduled).toBe(true);
  });

  it('is lost if it is not in the history', () => {
    schedule();
    expect(faults()).toEqual(['lost: scheduled, but not in the history']);
  });

  it('may be in the history if its schedule was not answered', () => {
    ledger.recordAttempt(sending, 0);
    expect(faults()).toEqual([]);
    send();
    expect(faults()).toEqual([]);
  });

  it('is doubled if it is sent twice', () => {
    schedule();
    send();
    send();
    expect(faults()).toEqual([expect.stringMatching(/^doubled: stored twice, also as /)]);
  });

  it('is wrong before its time, or after it was cancelled', () => {
    schedule(Date.now() + 86_400_000);
    send();
    expect(faults()).toEqual(['wrong: sent before the time for which it was scheduled']);
    ledger.scheduled.cancel(sending);
    expect(faults().at(-1)).toBe('wrong: its schedule was cancelled, but it was sent');
  });

  it('has the scheduled text', () => {
    schedule();
    send(`${sending.content} or never`);
    expect(faults()).toEqual(['wrong: sent with another text than the scheduled one']);
  });

  it('is not sent if it was refused', () => {
    ledger.recordAttempt(sending, 0).refused(4002);
    send();
    expect(faults()).toEqual(['wrong: refused, but stored']);
  });

  it('can be cancelled before its time', () => {
    schedule(Date.now() + 86_400_000);
    const [undue] = ledger.scheduled.undue('alice');
    expect(undue).toBe(sending);
    expect(ledger.scheduled.undue('bob')).toEqual([]);
    ledger.scheduled.cancel(sending);
    expect([faults(), ledger.scheduled.undue('alice')]).toEqual([[], []]);
  });
});
