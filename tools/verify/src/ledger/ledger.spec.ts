import type { Message } from '@parley/protocol';

import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import type { SimulatedEvent } from '../../../../test/support/simulated-room.js';
import type { ConnectionRecord, DeviceRecord } from './device-record.js';
import { FAULT_KINDS } from './fault.js';
import { Ledger } from './ledger.js';
import type { Judgement } from './ledger.js';
import { withMarker } from './sent-message.js';
import type { SendAttempt, Sending } from './sent-message.js';

const alice = simulatedUser(1, 'alice');
const bob = simulatedUser(2, 'bob');

let ledger: Ledger;
let room: SimulatedRoom;
let phone: DeviceRecord;
let bobs: DeviceRecord;
let phoneLine: ConnectionRecord;
let bobsLine: ConnectionRecord;
let sendings: number;

beforeEach(() => {
  ledger = new Ledger();
  room = new SimulatedRoom();
  sendings = 0;
  [phone, bobs] = [ledger.device('alice', 1, [room.id]), ledger.device('bob', 1, [room.id])];
  [phoneLine, bobsLine] = [deliver(phone), deliver(bobs)];
});

function deliver(device: DeviceRecord): ConnectionRecord {
  const line = device.connect();
  line.receiveSnapshot({});
  line.receiveSyncPage(room.since(device.positions()[room.id] ?? 0));
  return line;
}

function aSending(): Sending {
  const clientMessageId = uuid('c', ++sendings);
  return { clientMessageId, roomId: room.id, sender: 'alice', content: withMarker(clientMessageId, 'hello') };
}

function deliverToAll(sent: SimulatedEvent): void {
  for (const line of [phoneLine, bobsLine]) line.receive(sent, 20);
}

/** Alice sends a message, it is stored, and both devices receive it. */
function sendAndDeliver(): Message {
  const { message, sent } = send();
  deliverToAll(sent);
  return message;
}

/** Alice sends a message, and it is stored. */
function send(sending = aSending()): {
  sending: Sending;
  message: Message;
  sent: SimulatedEvent;
  attempt: SendAttempt;
} {
  const attempt = ledger.recordAttempt(sending, 10);
  const sent = room.send(alice, sending.content);
  attempt.accepted(sent.data, false, 15);
  return { sending, message: sent.data, sent, attempt };
}

/** The number of faults of each kind that occurs. */
function counts({ faults }: Judgement): Record<string, number> {
  const all = FAULT_KINDS.map((kind) => [kind, faults.filter((fault) => fault.kind === kind).length] as const);
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

const judged = (): Record<string, number> => counts(ledger.judge([room.history()]));

describe('the Ledger, if every promise is kept', () => {
  it('reports no fault, and the latencies', () => {
    const message = sendAndDeliver();
    const edit = ledger.state(message.id)!.text.attempt(withMarker(message.client_message_id!, 'goodbye'))();
    deliverToAll(room.edit(message.id, withMarker(message.client_message_id!, 'goodbye')));
    edit.accepted();
    const second = sendAndDeliver();
    const deletion = ledger.state(second.id)!.deleted.attempt(true)();
    deliverToAll(room.delete(second.id));
    deletion.accepted();
    const judgement = ledger.judge([room.history()]);
    expect(judgement).toMatchObject({ accepted: 2, delivered: 4, resent: 0, faults: [], stranded: [] });
    expect(judgement.latency).toEqual({ others: { p50: 10, p99: 10, max: 10 }, own: { p50: 5, p99: 5, max: 5 } });
  });

  it('accepts a sync in place of frames that were missed while disconnected', () => {
    sendAndDeliver();
    bobsLine.close();
    const { sent } = send();
    phoneLine.receive(sent, 20);
    bobsLine = deliver(bobs);
    sendAndDeliver();
    expect(judged()).toEqual({});
  });

  it('accepts live frames before the sync, both of changes in the sync and of later ones', () => {
    const line = bobs.connect();
    const [one, two] = [send().sent, send().sent];
    line.receive(one, 20);
    const synced = room.since(0);
    line.receive(two, 20);
    const third = send().sent;
    line.receiveSyncPage(synced);
    line.receive(third, 20);
    for (const sent of [one, two, third]) phoneLine.receive(sent, 20);
    expect(judged()).toEqual({});
  });

  it('accepts reactions whose messages are cut', () => {
    const message = sendAndDeliver();
    for (const [user, reaction] of [
      [alice, '👍'],
      [bob, '👎'],
    ] as const) {
      ledger.state(message.id)!.reactionOf(user.id).attempt(reaction)().accepted();
      const sent = room.react(message.id, user, reaction);
      if (sent.eventType !== 'reaction.dispatch') throw new Error('not a reaction');
      const reactions = sent.data.message.reactions.filter(({ user: { id } }) => id === user.id);
      const cut = { content: '', content_truncated: true, reactions, reactions_truncated: true } as const;
      deliverToAll({ ...sent, data: { ...sent.data, message: { ...sent.data.message, ...cut } } });
    }
    expect(judged()).toEqual({});
  });

  it('does not expect older messages after a reset', () => {
    sendAndDeliver();
    bobsLine.close();
    const newest = send().sent;
    phoneLine.receive(newest, 20);
    bobsLine = bobs.connect();
    const [page] = room.since(0).rooms;
    const messages = page!.messages.slice(-1);
    bobsLine.receiveSyncPage({ complete: true, rooms: [{ ...page!, reset: true, messages }], left: [] });
    expect(judged()).toEqual({});
  });

  it('accepts both outcomes of a request that was never answered', () => {
    const [stored, notStored] = [aSending(), aSending()];
    ledger.recordAttempt(stored, 10);
    ledger.recordAttempt(notStored, 10);
    deliverToAll(room.send(alice, stored.content));
    const message = sendAndDeliver();
    ledger.state(message.id)!.deleted.attempt(true)();
    expect(judged()).toEqual({});
  });
});

describe('the Ledger reports as lost', () => {
  it('a message that was accepted and is not stored', () => {
    const { message, sent } = send();
    deliverToAll(sent);
    const { lastSeq, id } = room.history();
    const { faults } = ledger.judge([{ id, lastSeq, messages: [] }]);
    expect(faults[0]).toMatchObject({ kind: 'lost', who: 'alice', room_id: room.id, message_id: message.id, seq: 3 });
  });

  it('a gap in the sequence numbers of a connection', () => {
    const missed = send();
    phoneLine.receive(missed.sent, 20);
    sendAndDeliver();
    const { faults } = ledger.judge([room.history()]);
    expect(faults).toEqual([expect.objectContaining({ kind: 'lost', who: 'bob#1', seq: missed.message.seq })]);
  });

  it('a gap that a later sync closes', () => {
    phoneLine.receive(send().sent, 20);
    sendAndDeliver();
    bobsLine.close();
    deliver(bobs);
    expect(judged()).toEqual({ lost: 1 });
  });

  it('the last message, if a connection does not receive it', () => {
    sendAndDeliver();
    phoneLine.receive(send().sent, 20);
    expect(judged()).toEqual({ lost: 1 });
  });

  it('a message that a sync omits', () => {
    bobsLine.close();
    phoneLine.receive(send().sent, 20);
    const line = bobs.connect();
    line.receiveSyncPage({ complete: true, rooms: [{ ...room.since(0).rooms[0]!, messages: [] }], left: [] });
    expect(judged()).toEqual({ lost: 1 });
  });

  it('a deletion that a sync omits, and one that was accepted and not executed', () => {
    const message = sendAndDeliver();
    bobsLine.close();
    ledger.state(message.id)!.deleted.attempt(true)().accepted();
    phoneLine.receive(room.delete(message.id), 20);
    const line = bobs.connect();
    line.receiveSyncPage({ complete: true, rooms: [{ ...room.since(0).rooms[0]!, messages: [] }], left: [] });
    const other = sendAndDeliver();
    line.receive({ eventType: 'message.dispatch', data: other, room_id: room.id, seq: other.seq }, 20);
    ledger.state(other.id)!.deleted.attempt(true)().accepted();
    expect(judged()).toEqual({ lost: 2 });
  });

  it('a reaction that was accepted and is not stored', () => {
    const message = sendAndDeliver();
    ledger.state(message.id)!.reactionOf(bob.id).attempt('👍')().accepted();
    expect(judged()).toEqual({ lost: 1 });
  });

  it('a room of which a device received nothing', () => {
    const laptop = ledger.device('alice', 2, [room.id]).connect();
    laptop.receiveSyncPage({ complete: true, rooms: [], left: [] });
    expect(judged()).toEqual({ lost: 1 });
  });
});

describe('the Ledger reports as doubled', () => {
  it('a sequence number that one connection receives twice', () => {
    const { sent } = send();
    deliverToAll(sent);
    bobsLine.receive(sent, 21);
    expect(judged()).toEqual({ doubled: 1 });
  });

  it('a live frame of a message that the first frame contains', () => {
    const { message, sent } = send();
    phoneLine.receive(sent, 20);
    const line = bobs.connect();
    const notification = { id: message.id, notification_type: 'NEW_MESSAGE', message, created_at: '' } as const;
    line.receiveSnapshot({ [room.id]: [notification] });
    line.receiveSyncPage(room.since(0));
    line.receive(sent, 20);
    expect(judged()).toEqual({ doubled: 1 });
  });

  it('a message that is stored twice, even without its client_message_id', () => {
    const { sending, sent } = send();
    deliverToAll(sent);
    const copy = room.send(alice, sending.content);
    deliverToAll({ ...copy, data: { ...copy.data, client_message_id: null } });
    expect(judged()).toEqual({ doubled: 1 });
  });
});

describe('the Ledger reports as out of order', () => {
  it('a sequence number that arrives after a later one', () => {
    const [one, other] = [send().sent, send().sent];
    for (const sent of [one, other]) phoneLine.receive(sent, 20);
    for (const sent of [other, one]) bobsLine.receive(sent, 20);
    expect(judged()).toEqual({ out_of_order: 1 });
  });
});

describe('the Ledger reports as wrong', () => {
  it('a text that is not the text of the last accepted edit', () => {
    const message = sendAndDeliver();
    ledger.state(message.id)!.text.attempt(withMarker(message.client_message_id!, 'goodbye'))().accepted();
    expect(judged()).toEqual({ wrong: 1 });
  });

  it('a sync that reports a room as left although the user is a member', () => {
    bobsLine.close();
    bobs.connect().receiveSyncPage({ complete: true, rooms: [], left: [room.id] });
    expect(judged()).toEqual({ wrong: 1, lost: 1 });
  });
});

describe('the Ledger does not check', () => {
  it('a device that is not connected at the end', () => {
    bobsLine.close();
    phoneLine.receive(send().sent, 20);
    expect(ledger.judge([room.history()])).toMatchObject({ faults: [], stranded: ['bob#1'], delivered: 1 });
  });
});
