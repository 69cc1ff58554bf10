import type { Message, Poll } from '@parley/protocol';

import { SimulatedRoom, simulatedUser, uuid } from '../../../../test/support/simulated-room.js';
import type { SimulatedEvent } from '../../../../test/support/simulated-room.js';
import type { ConnectionRecord } from './device-record.js';
import { Ledger } from './ledger.js';
import type { PollState } from './poll-state.js';
import { withMarker } from './sent-message.js';

const alice = simulatedUser(1, 'alice');
const bob = simulatedUser(2, 'bob');

let ledger: Ledger;
let room: SimulatedRoom;
let lines: ConnectionRecord[];
/** Alice's message, which asks. */
let message: Message;

beforeEach(() => {
  ledger = new Ledger();
  room = new SimulatedRoom();
  lines = [alice, bob].map(({ username }) => {
    const line = ledger.device(username, 1, [room.id]).connect();
    line.receiveSnapshot({});
    line.receiveSyncPage(room.since(0));
    return line;
  });
  const clientMessageId = uuid('c', 1);
  const content = withMarker(clientMessageId, 'tea or coffee?');
  const asked = { options: ['tea', 'coffee'], multiple: false, anonymous: false };
  const sending = { clientMessageId, roomId: room.id, sender: 'alice', content, poll: asked };
  const sent = room.send(alice, content, { poll: poll({}) });
  message = sent.data;
  ledger.recordAttempt(sending, 0).accepted(message, false, 0);
  deliver(sent);
});

function deliver(frame: SimulatedEvent): void {
  for (const line of lines) line.receive(frame, 0);
}

/** A poll with these voters of tea and of coffee. */
const poll = ({ tea = [], coffee = [], ...fields }: Partial<Poll> & { tea?: object[]; coffee?: object[] }): Poll => ({
  options: [
    { text: 'tea', votes: tea.length, voters: tea as (typeof alice)[] },
    { text: 'coffee', votes: coffee.length, voters: coffee as (typeof alice)[] },
  ],
  multiple: false,
  anonymous: false,
  closed: false,
  closes_at: null,
  ...fields,
});

/** A poll whose voters are secret. */
const counts = (tea: number, coffee: number): Poll => {
  const { options, ...shown } = poll({ anonymous: true });
  return { ...shown, options: options.map((each, at) => ({ ...each, votes: [tea, coffee][at]!, voters: null })) };
};

function faults(pins?: readonly string[]): string[] {
  const conversations = pins && { pins, threads: new Map<string, string[]>() };
  const { faults: found } = ledger.judge([{ ...room.history(), conversations }]);
  return found.map(({ kind, what }) => `${kind}: ${what.replace(/^client_message_id \S+ /, '')}`);
}

const pinnedState = () => ledger.state(message.id)!.pinned;
const pollState = (): PollState => ledger.state(message.id)!.poll!;
const votes = (username: string, options: number[], seq?: number): void => {
  pollState().attemptVote(username, options)().accepted(seq);
};

describe('a pin', () => {
  it('causes no fault if it is stored, listed and received as it was accepted last', () => {
    pinnedState().attempt(true)().accepted();
    deliver(room.pin(message.id, alice));
    expect(faults([message.id])).toEqual([]);
  });

  it('is lost if it was accepted, and is not stored', () => {
    pinnedState().attempt(true)().accepted();
    expect(faults([])).toEqual(['lost: is not pinned, or not unpinned, as the last accepted change said']);
  });

  it('may be one or the other while a change is not answered', () => {
    pinnedState().attempt(true)();
    expect(faults([])).toEqual([]);
  });

  it('stands once in the list of pins, which holds nothing else', () => {
    pinnedState().attempt(true)().accepted();
    deliver(room.pin(message.id, alice));
    expect(faults([])).toEqual(['lost: does not list this pin']);
    expect(faults([message.id, message.id, 'other']).slice(1)).toEqual([
      'doubled: lists a pin twice',
      'wrong: lists a message that is not pinned',
    ]);
  });

  it('is received once, and with its state, by every device', () => {
    pinnedState().attempt(true)().accepted();
    const frame = room.pin(message.id, alice);
    if (frame.eventType !== 'messagepin.dispatch') throw new Error('not a pin');
    lines[0]!.receive(frame, 0);
    lines[0]!.receive(frame, 0);
    lines[1]!.receive({ ...frame, data: { ...frame.data, pinned: false } }, 0);
    expect(faults([message.id])).toEqual([
      'doubled: received twice on one connection',
      'lost: did not receive the last change of this message: its pin differs',
    ]);
  });
});

/** Only Bob's connection learns his votes. */
function deliverVotesOfBob(frame: SimulatedEvent, ownVotes: readonly number[]): void {
  if (frame.eventType !== 'pollupdate.dispatch') throw new Error('not a poll');
  lines[0]!.receive(frame, 0);
  lines[1]!.receive({ ...frame, data: { ...frame.data, poll: { ...frame.data.poll, own_votes: ownVotes } } }, 0);
}

describe('a poll', () => {
  it('causes no fault if it counts the last accepted vote of every voter', () => {
    votes('bob', [0]);
    deliverVotesOfBob(room.poll(message.id, poll({ tea: [bob] })), [0]);
    votes('bob', [1]);
    deliverVotesOfBob(room.poll(message.id, poll({ coffee: [bob] })), [1]);
    expect(faults()).toEqual([]);
  });

  it('shows the own votes to every device of the voter', () => {
    votes('bob', [1]);
    deliver(room.poll(message.id, poll({ coffee: [bob] })));
    expect(faults()).toEqual(["lost: did not receive its user's own votes in the poll of this message"]);
  });

  it.each([
    ['lost: the last accepted vote of bob is not stored', poll({ tea: [bob] })],
    ['lost: the last accepted vote of alice is not stored', poll({ tea: [alice], coffee: [bob] })],
    ['doubled: a voter of its poll is counted twice', poll({ coffee: [bob, bob] })],
    ['wrong: too many votes for option 0 of its poll are counted', counts(1, 1)],
    ['lost: a vote for option 1 of its poll is not counted', counts(0, 0)],
    ['wrong: its poll is closed, but nobody closed it', poll({ coffee: [bob], closed: true })],
  ])('is judged by the accepted votes: %s', (fault, stored) => {
    votes('bob', [1]);
    deliverVotesOfBob(room.poll(message.id, stored), [1]);
    expect(faults()).toEqual([fault]);
  });

  it('stays closed after its close was accepted', () => {
    pollState().attemptClose()().accepted(4);
    expect(faults()).toEqual(['lost: its poll is open again']);
  });

  it('accepts no vote under a later number than that of its close, and none that was requested after it', () => {
    votes('bob', [], 3);
    pollState().attemptClose()().accepted(4);
    deliver(room.poll(message.id, poll({ closed: true })));
    expect(faults()).toEqual([]);
    votes('alice', []);
    expect(faults()).toEqual(['wrong: a vote of alice was accepted after the close']);
  });

  it('accepts no vote that overtakes its close with a later number', () => {
    const vote = pollState().attemptVote('bob', [])();
    pollState().attemptClose()().accepted(4);
    vote.accepted(5);
    deliver(room.poll(message.id, poll({ closed: true })));
    expect(faults()).toEqual(['wrong: a vote of bob was accepted after the close']);
  });
});
