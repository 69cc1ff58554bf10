import type { Message } from '@parley/protocol';

import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import { Ledger } from './ledger.js';
import type { Judgement } from './ledger.js';
import { withMarker } from './sent-message.js';

const alice = simulatedUser(1, 'alice');
const clientMessageId = uuid('c', 1);

let ledger: Ledger;
let room: SimulatedRoom;
const sends = (at = 0) =>
  ledger.recordAttempt(
    { clientMessageId, roomId: room.id, sender: 'alice', content: withMarker(clientMessageId, 'hello') },
    at,
  );
const isStored = (): Message => room.send(alice, withMarker(clientMessageId, 'hello')).data;

beforeEach(() => {
  ledger = new Ledger();
  room = new SimulatedRoom();
});

const judgement = (): Judgement => ledger.judge([room.history()]);
const faults = (): string[] => judgement().faults.map(({ kind }) => kind);

describe('a retried send', () => {
  it('may be answered with the first message any number of times', () => {
    const message = isStored();
    sends().accepted(message, false, 1);
    for (let times = 0; times < 3; times += 1) sends().accepted(message, true, 1);
    expect(judgement()).toMatchObject({ accepted: 1, resent: 3, faults: [] });
  });

  it('may be answered in either order if both attempts are concurrent', () => {
    const [one, other] = [sends(), sends()];
    const message = isStored();
    other.accepted(message, true, 1);
    one.accepted(message, false, 1);
    expect(faults()).toEqual([]);
  });

  it('may only be answered as a duplicate if the first attempt was never answered', () => {
    sends();
    sends().accepted(isStored(), true, 1);
    expect(faults()).toEqual([]);
  });

  it('is not included in the latency', () => {
    sends();
    sends(100).accepted(isStored(), false, 200);
    expect(judgement().latency.own).toEqual({ p50: null, p99: null, max: null });
  });

  it('is wrong if it is answered with another message', () => {
    const message = isStored();
    sends().accepted(message, false, 1);
    sends().accepted({ ...message, id: uuid('f', 1) }, true, 1);
    expect(faults()).toEqual(['wrong']);
  });

  it('is wrong if it is not answered as a duplicate', () => {
    const message = isStored();
    sends().accepted(message, false, 1);
    sends().accepted(message, false, 1);
    expect(faults()).toEqual(['wrong']);
  });

  it('is wrong if two concurrent attempts are both answered as the first', () => {
    const [one, other] = [sends(), sends()];
    const message = isStored();
    for (const attempt of [one, other]) attempt.accepted(message, false, 1);
    expect(faults()).toEqual(['wrong']);
  });

  it('is wrong if it is refused, unless temporarily, or because the message was deleted', () => {
    const message = isStored();
    sends().accepted(message, false, 1);
    for (const code of [4029, 4006, 4004]) sends().refused(code);
    ledger.state(message.id)!.deleted.attempt(true)().accepted();
    room.delete(message.id);
    sends().refused(4004);
    expect(faults()).toEqual(['wrong']);
  });
});

describe('a send', () => {
  it('is wrong if it is answered with another message', () => {
    sends().accepted({ ...isStored(), client_message_id: null }, false, 1);
    expect(faults()).toEqual(['wrong']);
  });

  it('is wrong if its only attempt is answered as a duplicate', () => {
    sends().accepted(isStored(), true, 1);
    expect(faults()).toEqual(['wrong']);
  });

  it('is wrong if it is refused and stored', () => {
    sends().refused(4006);
    isStored();
    expect(faults()).toEqual(['wrong']);
  });

  it('is wrong if it is refused and stored, according to the answer to its retry', () => {
    sends().refused(4006);
    sends().accepted(isStored(), true, 1);
    expect(faults()).toEqual(['wrong']);
  });
});
