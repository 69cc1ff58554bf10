import { Parley } from '../parley.js';
import { FakeSocket, HEARTBEAT_SECONDS, ROOM } from '../socket.fake.js';
import { Drafts } from './drafts.js';
import { PrivateState } from './private-state.js';

const DELAY_MS = 1_000;
const PLACE = { roomId: ROOM };
const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;

let chat: Parley;
let drafts: Drafts;
let seq: number;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  chat = new Parley({ url: 'ws://chat.test/messaging/', token: () => Promise.resolve('token'), WebSocket: FakeSocket });
  drafts = new Drafts(chat, new PrivateState(chat));
  seq = 0;
  // Some tests end before the client is online.
  chat.connect().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  await begin();
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

async function begin(): Promise<void> {
  const common = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
  const meta = { ...common, unread: {}, private_seq: seq };
  socket().deliver({ eventType: 'chat.notifications', data: {}, meta });
  socket().answerSync(2, []);
  await vi.advanceTimersByTimeAsync(0);
}

const requests = (of = socket()): object[] =>
  of.sent.filter(({ event_type }) => event_type === 'draft.set').map(({ data }) => data);

/** A change of a device of the user. @param more such as the id of the request that it answers */
async function change(content: string, more: object = {}): Promise<void> {
  const data = { room_id: ROOM, thread_id: null, content, updated_at: content === '' ? null : '2026-01-01' };
  seq += 1;
  const removed = content === '' ? { removed: true } : {};
  socket().deliver({ eventType: 'draft.dispatch', data: { ...data, ...removed }, private_seq: seq, ...more });
  await vi.advanceTimersByTimeAsync(0);
}

const lastId = (): string | undefined =>
  socket().sent.findLast(({ event_type }) => event_type === 'draft.set')!.request_id;

async function refuse(code: number): Promise<void> {
  socket().deliver({ error: { code, detail: 'no', request_id: lastId() } });
  await vi.advanceTimersByTimeAsync(0);
}

describe('the drafts of the client', () => {
  it('are sent when the user has stopped to type, once', async () => {
    for (const text of ['I', 'I th', 'I think']) {
      drafts.set(PLACE, text);
      await vi.advanceTimersByTimeAsync(DELAY_MS - 1);
    }
    expect([requests(), drafts.get(PLACE), drafts.isKept(PLACE)]).toEqual([[], 'I think', false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests()).toEqual([{ room_id: ROOM, content: 'I think' }]);
    await change('I think', { request_id: lastId() });
    expect([drafts.get(PLACE), drafts.isKept(PLACE)]).toEqual(['I think', true]);
  });

  it('of a room and of its threads are apart', async () => {
    drafts.set(PLACE, 'to the room');
    drafts.set({ ...PLACE, threadId: 'one' }, 'to the thread');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(requests()).toEqual([
      { room_id: ROOM, content: 'to the room' },
      { room_id: ROOM, thread_id: 'one', content: 'to the thread' },
    ]);
    expect(drafts.get({ ...PLACE, threadId: 'two' })).toBe('');
  });

  it('are those of the device that has written last, but never replace what is written here', async () => {
    await change('on the phone');
    expect(drafts.get(PLACE)).toBe('on the phone');
    drafts.set(PLACE, 'here');
    await change('on the phone again');
    expect(drafts.get(PLACE)).toBe('here');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    await change('here', { request_id: lastId() });
    await change('on the phone at last');
    expect(drafts.get(PLACE)).toBe('on the phone at last');
  });

  it('that a message has cleared are not cleared by a request', async () => {
    await change('sent');
    drafts.set(PLACE, '');
    await change('');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect([requests(), drafts.get(PLACE), drafts.isKept(PLACE)]).toEqual([[], '', true]);
  });

  it('that were written during a request are sent after it', async () => {
    drafts.set(PLACE, 'a');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    drafts.set(PLACE, 'ab');
    await change('a', { request_id: lastId() });
    expect(drafts.get(PLACE)).toBe('ab');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(requests().at(-1)).toEqual({ room_id: ROOM, content: 'ab' });
  });

  it('that change back during a request are sent again', async () => {
    await change('a');
    drafts.set(PLACE, 'ab');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    const first = lastId();
    drafts.set(PLACE, 'a');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    await change('ab', { request_id: first });
    expect([requests().at(-1), drafts.get(PLACE)]).toEqual([{ room_id: ROOM, content: 'a' }, 'a']);
  });

  it('that were written without a connection are sent on the next one, in their last form', async () => {
    drafts.set(PLACE, 'lost');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    const first = socket();
    first.closeWith(1006);
    drafts.set(PLACE, 'offline');
    await vi.advanceTimersByTimeAsync(10_000);
    await begin();
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect([requests(first), requests()]).toEqual([
      [{ room_id: ROOM, content: 'lost' }],
      [{ room_id: ROOM, content: 'offline' }],
    ]);
  });

  it('that the service refuses stay on this device, and are not sent again until they change', async () => {
    drafts.set(PLACE, 'one too many');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    await refuse(4005);
    await vi.advanceTimersByTimeAsync(2 * DELAY_MS);
    expect([drafts.get(PLACE), drafts.isKept(PLACE), requests().length]).toEqual(['one too many', false, 1]);
    drafts.set(PLACE, 'another');
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    await refuse(4029);
    await vi.advanceTimersByTimeAsync(DELAY_MS);
    expect(requests()).toHaveLength(3);
  });

  it('of a room end when the user leaves it', () => {
    drafts.set(PLACE, 'unsent');
    const room = { id: ROOM, type: 'GroupChat', last_seq: 3 };
    socket().deliver({ eventType: 'roomexit.dispatch', data: { room, message: '' }, room_id: ROOM, seq: 3 });
    expect([drafts.get(PLACE), drafts.isKept(PLACE)]).toEqual(['', true]);
  });
});
