import { ParleyError } from '@parley/client';
import type { Message, Outgoing } from '@parley/client';

import { FakeChat, settle } from './chat.fake.js';
import { MessagesState } from './messages-state.js';

const ROOM = 'the room';
const COUNT = 12;

const message = (seq: number): Message =>
  ({ id: String(seq), seq, content: String(seq), thread: null, parent_message: null }) as unknown as Message;

interface Paging {
  readonly size?: number;
  readonly limit?: number;
  readonly before_seq?: number;
  readonly after_seq?: number;
}

function page({ paginate }: { paginate: Paging }): object {
  const { size, limit = size ?? 0, before_seq: before = Infinity, after_seq: after } = paginate;
  const all = Array.from({ length: COUNT }, (_, at) => message(at + 1));
  const found =
    after === undefined
      ? all.filter(({ seq }) => seq < before).slice(-limit)
      : all.filter(({ seq }) => seq > after).slice(0, limit);
  const [from = before, to = COUNT] = [found[0]?.seq, found.at(-1)?.seq];
  return { data: { has_next: from > 1, has_previous: to < COUNT, data: { messages: found.toReversed() } } };
}

const OPTIONS = { pageSize: 5, maxMessages: 8 };
const seqsOf = (state: MessagesState): unknown[] =>
  state.snapshot.messages.map((each) => ('seq' in each ? each.seq : each.content));

async function opened(fake = new FakeChat({ 'room.messages': page })): Promise<[MessagesState, FakeChat]> {
  const state = new MessagesState(fake.chat, ROOM, OPTIONS);
  fake.become('online');
  await settle();
  return [state, fake];
}

describe('the messages of a room', () => {
  it('are loaded on the first connection, and older and newer ones when they are asked for', async () => {
    const fake = new FakeChat({ 'room.messages': page });
    const state = new MessagesState(fake.chat, ROOM, OPTIONS);
    expect(state.snapshot).toMatchObject({ isLoaded: false, hasOlder: false, isLoading: false });
    fake.become('online');
    expect(state.snapshot.isLoading).toBe(true);
    await settle();
    expect(state.snapshot).toMatchObject({ isLoaded: true, hasOlder: true, hasNewer: false, isLoading: false });
    expect(seqsOf(state)).toEqual([8, 9, 10, 11, 12]);
    await state.loadNewer();
    expect(fake.timesAsked('room.messages')).toBe(1);
    await state.loadOlder();
    expect(seqsOf(state)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(state.snapshot.hasNewer).toBe(true);
    await state.loadNewer();
    expect(seqsOf(state)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('load one page at a time', async () => {
    const [state, fake] = await opened();
    await Promise.all([state.loadOlder(), state.loadOlder()]);
    expect(seqsOf(state)[0]).toBe(3);
    expect(fake.timesAsked('room.messages')).toBe(2);
  });

  it('follow new messages, and the newest ones after an own one', async () => {
    const [state, fake] = await opened();
    const newest = message(COUNT + 1);
    fake.rooms.timelineOf(ROOM)!.add([newest]);
    fake.emit('message', { roomId: ROOM, message: newest });
    expect(seqsOf(state)).toEqual([8, 9, 10, 11, 12, 13]);
    await state.loadOlder();
    expect(state.snapshot.hasNewer).toBe(true);
    const own = {
      client_message_id: 'own',
      room_id: ROOM,
      content: 'own',
      extra_fields: {},
      pending: true,
    } as Outgoing;
    fake.rooms.timelineOf(ROOM)!.putOutgoing(own);
    fake.emit('outgoing', own);
    await settle();
    expect(seqsOf(state)).toEqual([8, 9, 10, 11, 12, 'own']);
  });

  it('are shown around one of them, which lists scroll to once, and at the end again after an own message', async () => {
    const [state, fake] = await opened();
    expect(state.snapshot.target).toBeNull();
    await state.openAround(9);
    const first = state.snapshot.target;
    expect(first).toEqual({ seq: 9 });
    expect(fake.timesAsked('room.messages')).toBe(1);
    const targets: unknown[] = [];
    state.subscribe(() => {
      if (state.snapshot.messages.some((each) => 'seq' in each && each.seq === 2)) targets.push(state.snapshot.target);
    });
    await state.openAround(2);
    expect(seqsOf(state)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(state.snapshot).toMatchObject({ hasOlder: false, hasNewer: true, target: { seq: 2 } });
    // With the messages, or a list would scroll elsewhere before.
    expect(targets[0]).toEqual({ seq: 2 });
    const second = state.snapshot.target;
    await state.openAround(2);
    expect(state.snapshot.target).toEqual(second);
    expect(state.snapshot.target).not.toBe(second);
    await state.openNewest();
    expect(state.snapshot).toMatchObject({ hasNewer: false, target: null });
    await state.openAround(2);

    const reply = { client_message_id: 'reply', room_id: ROOM, pending: true, extra_fields: { thread_id: '2' } };
    fake.emit('outgoing', reply as unknown as Outgoing);
    await settle();
    expect(state.snapshot.hasNewer).toBe(true);
    fake.emit('outgoing', { ...reply, extra_fields: {} } as unknown as Outgoing);
    await settle();
    expect(state.snapshot).toMatchObject({ hasNewer: false, target: null });
  });

  it('are shown around one on the next connection, but not after a refusal', async () => {
    let error: ParleyError | undefined;
    const answer = (asked: { paginate: Paging }): object => {
      if (error) throw error;
      return page(asked);
    };
    const fake = new FakeChat({ 'room.messages': answer });
    const state = new MessagesState(fake.chat, ROOM, OPTIONS);
    await state.openAround(2);
    expect(state.snapshot).toMatchObject({ isLoaded: false, target: null, error: null });
    fake.become('online');
    await settle();
    expect(state.snapshot).toMatchObject({ isLoaded: true, target: { seq: 2 } });
    await state.openNewest();
    error = new ParleyError(4029, 'Too many requests.');
    await state.openAround(2);
    expect(state.snapshot).toMatchObject({ target: null, error });
    error = undefined;
    fake.become('online');
    await settle();
    expect(state.snapshot).toMatchObject({ hasNewer: false, target: null });
  });

  it('have the reason of a refusal, until a request succeeds', async () => {
    let error: ParleyError | undefined = new ParleyError(4004, 'No such room.');
    const answer = (asked: { paginate: Paging }): object => {
      if (error) throw error;
      return page(asked);
    };
    const [state, fake] = await opened(new FakeChat({ 'room.messages': answer }));
    expect(state.snapshot).toMatchObject({ isLoaded: false, isLoading: false, error });
    error = new ParleyError('offline', 'The connection was lost.');
    fake.become('online');
    await settle();
    expect(state.snapshot.error).toBeNull();
    error = undefined;
    fake.become('online');
    await settle();
    expect(state.snapshot).toMatchObject({ isLoaded: true, error: null });
  });

  it('are no longer collected after the state was closed, unless the application has opened the room', async () => {
    const [state, fake] = await opened();
    state.close();
    expect(fake.rooms.timelineOf(ROOM)).toBeUndefined();
    fake.rooms.open(ROOM);
    new MessagesState(fake.chat, ROOM, OPTIONS).close();
    expect(fake.rooms.timelineOf(ROOM)).toBeDefined();
  });
});
