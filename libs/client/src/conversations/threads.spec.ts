import type { Message } from '@parley/protocol';

import { Emitter } from '../chat-events.js';
import type { Parley } from '../parley.js';
import { Threads } from './threads.js';

const START = { id: 'start', thread: null, thread_summary: null } as Message;
const SUMMARY = { reply_count: 1, last_reply_at: '2026-01-01T12:00:00.000Z', participants: [] };
const REPLY = { id: 'reply', thread: { id: 'start', summary: SUMMARY } } as unknown as Message;

let emitter: Emitter;
let requests: unknown[];
let sent: unknown[];
let threads: Threads;

beforeEach(() => {
  emitter = new Emitter();
  [requests, sent] = [[], []];
  threads = new Threads({
    on: emitter.on.bind(emitter),
    ask: (event: string, data: object) => {
      requests.push([event, data]);
      return Promise.resolve({ data: [], meta: { next_cursor: 'more' } });
    },
    rooms: {
      open: (roomId: string) => ({ send: (...given: unknown[]) => Promise.resolve(sent.push([roomId, ...given])) }),
    },
  } as unknown as Parley);
});

describe('Threads', () => {
  it('has the summary that came with the latest change, until the message itself has it', () => {
    const changed: string[] = [];
    threads.onChange((id) => changed.push(id));
    expect(threads.summaryOf(START)).toBeNull();
    emitter.emit('message', { roomId: 'room', message: REPLY });
    expect(threads.summaryOf(START)).toEqual(SUMMARY);
    const data = {
      status: 'successful',
      action: 'delete',
      message_ids: ['reply'],
      threads: [{ id: 'start', summary: null }],
    };
    emitter.emit('frame', { eventType: 'messagemodification.dispatch', data });
    expect(threads.summaryOf({ ...START, thread_summary: SUMMARY })).toBeNull();
    emitter.emit('edited', { roomId: 'room', message: START });
    expect(threads.summaryOf({ ...START, thread_summary: SUMMARY })).toEqual(SUMMARY);
    expect(changed).toEqual(['start', 'start', 'start']);
  });

  it('sends replies, and its other requests', async () => {
    await threads.reply('room', 'start', 'hello', { alsoToRoom: true, silent: true });
    expect(sent).toEqual([['room', 'hello', { silent: true, thread_id: 'start', also_to_room: true }]]);
    await threads.messages('room', 'start', { before: 7 });
    await expect(threads.list({ unreadOnly: true, limit: 2 })).resolves.toEqual({ threads: [], next: 'more' });
    await threads.follow('room', 'start', false);
    await threads.markRead('room', 'start', 9);
    const thread = { room_id: 'room', thread_id: 'start' };
    expect(requests).toEqual([
      ['thread.messages', { ...thread, before_seq: 7 }],
      ['thread.list', { unread_only: true, limit: 2 }],
      ['thread.follow', { ...thread, follow: false }],
      ['message.read', { ...thread, up_to_seq: 9 }],
    ]);
  });
});
