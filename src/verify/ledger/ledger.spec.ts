import type { Message } from '@parley/protocol';

import { ImaginedRoom, somebody, uuid } from '../../../test/support/imagined-room.js';
import type { Told } from '../../../test/support/imagined-room.js';
import type { ConnectionRecord, DeviceRecord } from './device-record.js';
import { FAULT_KINDS } from './fault.js';
import { Ledger } from './ledger.js';
import type { Judgement } from './ledger.js';
import { marked } from './mark.js';
import type { SendAttempt, Sending } from './sent-message.js';

const alice = somebody(1, 'alice');
const bob = somebody(2, 'bob');

let ledger: Ledger;
let room: ImaginedRoom;
let phone: DeviceRecord;
let bobs: DeviceRecord;
let phoneLine: ConnectionRecord;
let bobsLine: ConnectionRecord;
let sendings: number;

beforeEach(() => {
  ledger = new Ledger();
  room = new ImaginedRoom();
  sendings = 0;
  [phone, bobs] = [ledger.device('alice#1', [room.id]), ledger.device('bob#1', [room.id])];
  [phoneLine, bobsLine] = [arrives(phone), arrives(bobs)];
});

function arrives(device: DeviceRecord): ConnectionRecord {
  const line = device.connects();
  line.greets({});
  line.syncs(room.since(device.marks()[room.id] ?? 0));
  return line;
}

function aSending(): Sending {
  const clientMessageId = uuid('c', ++sendings);
  return { clientMessageId, roomId: room.id, sender: 'alice', content: marked(clientMessageId, 'hello') };
}

function everybodyHears(told: Told): void {
  for (const line of [phoneLine, bobsLine]) line.hears(told, 20);
}

/** Alice sends a message, it is stored, and both devices receive it. */
function saysAndHears(): Message {
  const { message, told } = says();
  everybodyHears(told);
  return message;
}

/** Alice sends a message, and it is stored. */
function says(sending = aSending()): { sending: Sending; message: Message; told: Told; attempt: SendAttempt } {
  const attempt = ledger.sends(sending, 10);
  const told = room.says(alice, sending.content);
  attempt.accepted(told.data, false, 15);
  return { sending, message: told.data, told, attempt };
}

/** The number of faults of each kind that occurs. */
function counts({ faults }: Judgement): Record<string, number> {
  const all = FAULT_KINDS.map((kind) => [kind, faults.filter((fault) => fault.kind === kind).length] as const);
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

const judged = (): Record<string, number> => counts(ledger.judge([room.history()]));

describe('the Ledger, if every promise is kept', () => {
  it('reports no fault, and the latencies', () => {
    const message = saysAndHears();
    const edit = ledger.state(message.id)!.text.wish(marked(message.client_message_id!, 'goodbye'))();
    everybodyHears(room.edits(message.id, marked(message.client_message_id!, 'goodbye')));
    edit.accepted();
    const second = saysAndHears();
    const deletion = ledger.state(second.id)!.deleted.wish(true)();
    everybodyHears(room.deletes(second.id));
    deletion.accepted();
    const judgement = ledger.judge([room.history()]);
    expect(judgement).toMatchObject({ accepted: 2, delivered: 4, resent: 0, faults: [], stranded: [] });
    expect(judgement.latency).toEqual({ others: { p50: 10, p99: 10, max: 10 }, own: { p50: 5, p99: 5, max: 5 } });
  });

  it('accepts a sync in place of frames that were missed while disconnected', () => {
    saysAndHears();
    bobsLine.closes();
    const { told } = says();
    phoneLine.hears(told, 20);
    bobsLine = arrives(bobs);
    saysAndHears();
    expect(judged()).toEqual({});
  });

  it('accepts live frames before the sync, both of changes in the sync and of later ones', () => {
    const line = bobs.connects();
    const [one, two] = [says().told, says().told];
    line.hears(one, 20);
    const synced = room.since(0);
    line.hears(two, 20);
    const third = says().told;
    line.syncs(synced);
    line.hears(third, 20);
    for (const told of [one, two, third]) phoneLine.hears(told, 20);
    expect(judged()).toEqual({});
  });

  it('does not expect older messages after a reset', () => {
    saysAndHears();
    bobsLine.closes();
    const newest = says().told;
    phoneLine.hears(newest, 20);
    bobsLine = bobs.connects();
    const [page] = room.since(0).rooms;
    const messages = page!.messages.slice(-1);
    bobsLine.syncs({ complete: true, rooms: [{ ...page!, reset: true, messages }], left: [] });
    expect(judged()).toEqual({});
  });

  it('accepts both outcomes of a request that was never answered', () => {
    const [stored, notStored] = [aSending(), aSending()];
    ledger.sends(stored, 10);
    ledger.sends(notStored, 10);
    everybodyHears(room.says(alice, stored.content));
    const message = saysAndHears();
    ledger.state(message.id)!.deleted.wish(true)();
    expect(judged()).toEqual({});
  });
});

describe('the Ledger reports as lost', () => {
  it('a message that was accepted and is not stored', () => {
    const { message, told } = says();
    everybodyHears(told);
    const { lastSeq, id } = room.history();
    const { faults } = ledger.judge([{ id, lastSeq, messages: [] }]);
    expect(faults[0]).toMatchObject({ kind: 'lost', who: 'alice', room_id: room.id, message_id: message.id, seq: 3 });
  });

  it('a gap in the sequence numbers of a connection', () => {
    const missed = says();
    phoneLine.hears(missed.told, 20);
    saysAndHears();
    const { faults } = ledger.judge([room.history()]);
    expect(faults).toEqual([expect.objectContaining({ kind: 'lost', who: 'bob#1', seq: missed.message.seq })]);
  });

  it('a gap that a later sync closes', () => {
    phoneLine.hears(says().told, 20);
    saysAndHears();
    bobsLine.closes();
    arrives(bobs);
    expect(judged()).toEqual({ lost: 1 });
  });

  it('the last message, if a connection does not receive it', () => {
    saysAndHears();
    phoneLine.hears(says().told, 20);
    expect(judged()).toEqual({ lost: 1 });
  });

  it('a message that a sync omits', () => {
    bobsLine.closes();
    phoneLine.hears(says().told, 20);
    const line = bobs.connects();
    line.syncs({ complete: true, rooms: [{ ...room.since(0).rooms[0]!, messages: [] }], left: [] });
    expect(judged()).toEqual({ lost: 1 });
  });

  it('a deletion that a sync omits, and one that was accepted and not executed', () => {
    const message = saysAndHears();
    bobsLine.closes();
    ledger.state(message.id)!.deleted.wish(true)().accepted();
    phoneLine.hears(room.deletes(message.id), 20);
    const line = bobs.connects();
    line.syncs({ complete: true, rooms: [{ ...room.since(0).rooms[0]!, messages: [] }], left: [] });
    const other = saysAndHears();
    line.hears({ eventType: 'message.dispatch', data: other, room_id: room.id, seq: other.seq }, 20);
    ledger.state(other.id)!.deleted.wish(true)().accepted();
    expect(judged()).toEqual({ lost: 2 });
  });

  it('a reaction that was accepted and is not stored', () => {
    const message = saysAndHears();
    ledger.state(message.id)!.reactionOf(bob.id).wish('👍')().accepted();
    expect(judged()).toEqual({ lost: 1 });
  });

  it('a room of which a device received nothing', () => {
    const laptop = ledger.device('alice#2', [room.id]).connects();
    laptop.syncs({ complete: true, rooms: [], left: [] });
    expect(judged()).toEqual({ lost: 1 });
  });
});

describe('the Ledger reports as doubled', () => {
  it('a sequence number that one connection receives twice', () => {
    const { told } = says();
    everybodyHears(told);
    bobsLine.hears(told, 21);
    expect(judged()).toEqual({ doubled: 1 });
  });

  it('a live frame of a message that the first frame contains', () => {
    const { message, told } = says();
    phoneLine.hears(told, 20);
    const line = bobs.connects();
    const notification = { id: message.id, notification_type: 'NEW_MESSAGE', message, created_at: '' } as const;
    line.greets({ [room.id]: [notification] });
    line.syncs(room.since(0));
    line.hears(told, 20);
    expect(judged()).toEqual({ doubled: 1 });
  });

  it('a message that is stored twice, even without its client_message_id', () => {
    const { sending, told } = says();
    everybodyHears(told);
    const copy = room.says(alice, sending.content);
    everybodyHears({ ...copy, data: { ...copy.data, client_message_id: null } });
    expect(judged()).toEqual({ doubled: 1 });
  });
});

describe('the Ledger reports as out of order', () => {
  it('a sequence number that arrives after a later one', () => {
    const [one, other] = [says().told, says().told];
    for (const told of [one, other]) phoneLine.hears(told, 20);
    for (const told of [other, one]) bobsLine.hears(told, 20);
    expect(judged()).toEqual({ out_of_order: 1 });
  });
});

describe('the Ledger reports as wrong', () => {
  it('a text that is not the text of the last accepted edit', () => {
    const message = saysAndHears();
    ledger.state(message.id)!.text.wish(marked(message.client_message_id!, 'goodbye'))().accepted();
    expect(judged()).toEqual({ wrong: 1 });
  });

  it('a sync that reports a room as left although the user is a member', () => {
    bobsLine.closes();
    bobs.connects().syncs({ complete: true, rooms: [], left: [room.id] });
    expect(judged()).toEqual({ wrong: 1, lost: 1 });
  });
});

describe('the Ledger does not check', () => {
  it('a device that is not connected at the end', () => {
    bobsLine.closes();
    phoneLine.hears(says().told, 20);
    expect(ledger.judge([room.history()])).toMatchObject({ faults: [], stranded: ['bob#1'], delivered: 1 });
  });
});
