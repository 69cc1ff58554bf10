import { ParleyError } from '@parley/client';
import type { ChatEvents, Message, Outgoing } from '@parley/client';
import type { Threads } from '@parley/client/conversations';

import { FakeChat, settle } from './chat.fake.js';
import { MessagesState } from './messages-state.js';
import { ThreadState } from './thread-state.js';

const ROOM = 'the room';
const START = '1';
const PAGE_SIZE = 3;

function messageOf(seq: number, fields: object = {}): Message {
  const [id, thread] = [String(seq), String(seq) === START ? null : { id: START }];
  const sender = { id: 2, username: 'ada' };
  return { id, seq, thread, content: id, is_deleted: false, reactions: [], sender, ...fields } as unknown as Message;
}

class Scenario {
  readonly fake = new FakeChat();
  /** What is stored, oldest first. */
  stored = [1, 2, 3, 4, 5].map((seq) => messageOf(seq));
  /** Of the next requests. */
  error: ParleyError | undefined;
  readonly places: (number | undefined)[] = [];
  readonly read: number[] = [];
  readonly state = new ThreadState(this.fake.chat, this, ROOM, START);

  async messages(_: string, __: string, { before }: { before?: number } = {}): ReturnType<Threads['messages']> {
    this.places.push(before);
    await Promise.resolve();
    if (this.error) throw this.error;
    const all = this.stored.filter(({ seq }) => seq < (before ?? Infinity));
    const [room_id, thread_id, has_previous] = [ROOM, START, before !== undefined];
    return { room_id, thread_id, messages: all.slice(-PAGE_SIZE), has_next: all.length > PAGE_SIZE, has_previous };
  }

  async markRead(_: string, __: string, upToSeq: number): Promise<never> {
    this.read.push(upToSeq);
    await Promise.resolve();
    if (this.error) throw this.error;
    return undefined as never;
  }

  get contents(): string[] {
    return this.state.snapshot.messages.map(({ content }) => content);
  }

  async connect(): Promise<void> {
    this.fake.become('online');
    await settle();
  }

  receive(message: Message): void {
    this.stored.push(message);
    this.fake.emit('message', { roomId: ROOM, message });
  }

  /** What the user has written. */
  putUnsent(content: string, extra_fields: object): void {
    const message = { client_message_id: content, room_id: ROOM, content, extra_fields, pending: true };
    this.fake.rooms.timelineOf(ROOM)?.putOutgoing(message as unknown as Outgoing);
  }
}

describe('the messages of a thread', () => {
  it('are loaded on a connection, the newest first, and older ones when they are asked for', async () => {
    const scenario = new Scenario();
    const { state } = scenario;
    expect(state.snapshot).toMatchObject({ isLoaded: false, hasOlder: false, isLoading: false });
    scenario.fake.become('online');
    expect(state.snapshot.isLoading).toBe(true);
    await settle();
    expect(state.snapshot).toMatchObject({ isLoaded: true, hasOlder: true, isLoading: false, error: null });
    expect(scenario.contents).toEqual(['3', '4', '5']);
    await Promise.all([state.loadOlder(), state.loadOlder()]);
    expect(scenario.contents).toEqual(['1', '2', '3', '4', '5']);
    expect(state.snapshot.hasOlder).toBe(false);
    await state.loadOlder();
    expect(scenario.places).toEqual([undefined, 3]);
  });

  it('have none that may stand after a gap, when they are loaded again', async () => {
    const scenario = new Scenario();
    await scenario.connect();
    scenario.stored = scenario.stored.concat([6, 7, 8, 9].map((seq) => messageOf(seq)));
    scenario.fake.emit('reset', { roomId: 'another', messages: [] });
    await settle();
    expect(scenario.contents).toEqual(['3', '4', '5']);
    scenario.fake.emit('reset', { roomId: ROOM, messages: [] });
    // It arrives before the answer does.
    scenario.fake.emit('message', { roomId: ROOM, message: messageOf(10) });
    await settle();
    expect(scenario.contents).toEqual(['7', '8', '9', '10']);
  });

  it('change with the events about them, and a deleted start stays without its content', async () => {
    const scenario = new Scenario();
    const { fake } = scenario;
    await scenario.connect();
    await scenario.state.loadOlder();
    scenario.receive(messageOf(6));
    scenario.receive(messageOf(7, { thread: { id: 'another' } }));
    scenario.receive(messageOf(8, { thread: null }));
    fake.emit('edited', { roomId: ROOM, message: messageOf(2, { content: 'two' }) });
    fake.emit('edited', { roomId: ROOM, message: messageOf(8, { content: 'eight' }) });
    fake.emit('profile', { id: 2, username: 'ada', first_name: 'Ada' } as ChatEvents['profile']);
    fake.emit('deleted', { roomId: ROOM, messageIds: [START, '3'] });
    expect(scenario.contents).toEqual(['', 'two', '4', '5', '6']);
    const [start, second] = scenario.state.snapshot.messages;
    expect(start).toMatchObject({ id: START, is_deleted: true });
    expect(second).toMatchObject({ sender: { first_name: 'Ada' } });
    scenario.state.close();
    scenario.receive(messageOf(9));
    expect(scenario.contents).not.toContain('9');
  });

  it('end with the unsent replies to it, and with none to others or to the room', async () => {
    const scenario = new Scenario();
    await scenario.connect();
    scenario.putUnsent('here', { thread_id: START });
    scenario.putUnsent('elsewhere', { thread_id: 'another' });
    scenario.putUnsent('in the room', {});
    expect(scenario.contents).toEqual(['3', '4', '5', 'here']);
  });

  it('have the reason of a refusal, until a request succeeds, and none without a connection', async () => {
    const scenario = new Scenario();
    const error = new ParleyError(4004, 'No such thread.');
    scenario.error = error;
    await scenario.connect();
    expect(scenario.state.snapshot).toMatchObject({ isLoaded: false, isLoading: false, error });
    scenario.error = new ParleyError('offline', 'The connection was lost.');
    await scenario.connect();
    expect(scenario.state.snapshot.error).toBeNull();
    scenario.error = undefined;
    await scenario.connect();
    expect(scenario.state.snapshot).toMatchObject({ isLoaded: true, error: null });
  });

  it('are reported as read once each, again after a failure, and not without a connection', async () => {
    const scenario = new Scenario();
    scenario.state.markRead(3);
    expect(scenario.read).toEqual([]);
    await scenario.connect();
    for (const seq of [3, 3, 2, 4]) scenario.state.markRead(seq);
    expect(scenario.read).toEqual([3, 4]);
    scenario.error = new ParleyError('offline', 'The connection was lost.');
    scenario.state.markRead(5);
    await settle();
    scenario.state.markRead(5);
    expect(scenario.read).toEqual([3, 4, 5, 5]);
  });
});

it('a room stays open until no state of it is left, and afterwards if the application has opened it', () => {
  const { fake, state } = new Scenario();
  const messages = new MessagesState(fake.chat, ROOM);
  state.close();
  expect(fake.rooms.timelineOf(ROOM)).toBeDefined();
  messages.close();
  expect(fake.rooms.timelineOf(ROOM)).toBeUndefined();
  const timeline = (fake.rooms.open(ROOM), fake.rooms.timelineOf(ROOM));
  const again = [new MessagesState(fake.chat, ROOM), new MessagesState(fake.chat, ROOM)];
  for (const each of again) each.close();
  expect(fake.rooms.timelineOf(ROOM)).toBe(timeline);
});
