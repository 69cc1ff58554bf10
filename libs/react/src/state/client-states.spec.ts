import { ParleyError } from '@parley/client';
import type { OwnSettings } from '@parley/client';

import { FakeChat, settle } from './chat.fake.js';
import { ConnectionState } from './connection-state.js';
import type { ObservableState } from './observable-state.js';
import { SelfState } from './self-state.js';
import { TypingState } from './typing-state.js';

const ADA = { id: 1, username: 'ada' };
const BOB = { id: 2, username: 'bob' };
const profile = (first_name: string): OwnSettings => ({ user: { ...ADA, first_name } }) as OwnSettings;

/** The number of changes of a state since then. */
function changesOf(state: ObservableState<unknown>): () => number {
  let changes = 0;
  state.subscribe(() => (changes += 1));
  return () => changes;
}

describe('the state of the connection', () => {
  it('has the reason why the client has stopped, until it connects again', () => {
    const fake = new FakeChat();
    const connection = new ConnectionState(fake.chat);
    const changes = changesOf(connection);
    fake.become('online');
    expect(connection.snapshot).toEqual({ state: 'online', error: null });
    const error = new ParleyError('stopped', 'Too many connections.');
    fake.become('stopped');
    fake.emit('error', error);
    expect(connection.snapshot).toEqual({ state: 'stopped', error });
    fake.emit('error', new ParleyError(4000, 'Of a request.'));
    fake.become('connecting');
    expect(connection.snapshot).toEqual({ state: 'connecting', error: null });
    expect(changes()).toBe(4);
  });

  it('does not change after it was closed', () => {
    const fake = new FakeChat();
    const connection = new ConnectionState(fake.chat);
    connection.close();
    fake.become('online');
    expect(connection.snapshot.state).toBe('offline');
  });

  it('is not passed to a listener that was removed', () => {
    const fake = new FakeChat();
    const connection = new ConnectionState(fake.chat);
    const listener = vi.fn();
    connection.subscribe(listener)();
    fake.become('online');
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('the users who are typing', () => {
  it('are known by room, in the same array until they change', () => {
    const fake = new FakeChat();
    const typing = new TypingState(fake.chat);
    fake.emit('typing', { roomId: 'a', users: [BOB] });
    const inA = typing.inRoom('a');
    expect(inA).toEqual([BOB]);
    fake.emit('typing', { roomId: 'b', users: [ADA] });
    expect(typing.inRoom('a')).toBe(inA);
    fake.emit('typing', { roomId: 'a', users: [] });
    expect([...typing.snapshot.keys()]).toEqual(['b']);
    expect(typing.inRoom('a')).toBe(typing.inRoom('elsewhere'));
  });

  it('are none of those who have left the room, nor anybody in a room that the user has left', () => {
    const fake = new FakeChat();
    const typing = new TypingState(fake.chat);
    const change = { roomId: 'a', room: {} as never, by: 'self' };
    fake.emit('typing', { roomId: 'a', users: [ADA, BOB] });
    fake.emit('members', { ...change, added: [], removed: [BOB.username] });
    expect(typing.inRoom('a')).toEqual([ADA]);
    // The client counts the key of the removed user for some seconds.
    fake.emit('typing', { roomId: 'a', users: [BOB] });
    expect(typing.inRoom('a')).toEqual([]);
    fake.emit('members', { ...change, added: [BOB.username], removed: [] });
    fake.emit('typing', { roomId: 'a', users: [BOB] });
    expect(typing.inRoom('a')).toEqual([BOB]);
    fake.emit('left', { roomId: 'a' });
    expect(typing.inRoom('a')).toEqual([]);
  });
});

describe('the profile of the user', () => {
  it('is asked for once a client, and follows changes', async () => {
    const fake = new FakeChat({ 'user.update': () => ({ data: profile('Ada') }) });
    const states = [new SelfState(fake.chat), new SelfState(fake.chat)];
    expect(states.map(({ snapshot }) => snapshot)).toEqual([null, null]);
    fake.become('online');
    await settle();
    expect(states.map(({ snapshot }) => snapshot?.first_name)).toEqual(['Ada', 'Ada']);
    fake.emit('settings', profile('Augusta'));
    fake.become('online');
    await settle();
    expect(states[0]!.snapshot?.first_name).toBe('Augusta');
    expect(fake.timesAsked('user.update')).toBe(1);
  });

  it('is asked for again after a request without a connection', async () => {
    let isLost = true;
    const fake = new FakeChat({
      'user.update': () => {
        if (isLost) throw new ParleyError('offline', 'The connection was lost.');
        return { data: profile('Ada') };
      },
    });
    const self = new SelfState(fake.chat);
    fake.become('online');
    await settle();
    expect(self.snapshot).toBeNull();
    isLost = false;
    fake.become('online');
    await settle();
    expect(self.snapshot?.first_name).toBe('Ada');
  });
});
