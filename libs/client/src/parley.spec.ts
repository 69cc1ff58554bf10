import type { Timing } from './options.js';
import { Parley } from './parley.js';
import { FakeSocket, HEARTBEAT_SECONDS, message, ROOM } from './socket.fake.js';

const TIMING: Timing = { shortestPause: 100, longestPause: 1_000, patience: 5_000, longestSilence: 30_000 };

let chat: Parley;
let told: string[];
const line = (): FakeSocket => FakeSocket.opened.at(-1)!;
/** What was promised has come to pass. */
const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Of a page, which hears whether the browser is online. */
const platform = new EventTarget();
const ears = {
  addEventListener: platform.addEventListener.bind(platform),
  removeEventListener: platform.removeEventListener.bind(platform),
};

beforeAll(() => Object.assign(globalThis, ears));
afterAll(() => {
  for (const name of Object.keys(ears)) Reflect.deleteProperty(globalThis, name);
});

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  told = [];
  chat = new Parley({
    url: 'wss://chat',
    token: () => Promise.resolve('a token'),
    WebSocket: FakeSocket,
    timing: TIMING,
  });
  chat.on('message', ({ message: { content } }) => told.push(content));
  chat.connect().catch(() => undefined);
  await settle();
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

async function isOnline(position: number): Promise<void> {
  line().greets();
  line().syncs(position, []);
  await settle();
  expect(chat.state).toBe('online');
}

describe('a client', () => {
  it('shows its token in no address, and is online once it has been told everything', async () => {
    expect(line()).toMatchObject({ url: 'wss://chat/', protocols: ['bearer', 'a token'] });
    line().greets();
    expect(line().said).toEqual([{ event_type: 'session.sync', data: {}, request_id: '1' }]);
    line().syncs(2, [message(2), message(1)]);
    expect([chat.state, told]).toEqual(['online', ['1', '2']]);
    await settle();
  });

  it('asks for what it misses, by what it has, and tells it in its turn', async () => {
    await isOnline(5);
    line().says(6);
    line().says(9);
    line().says(8);
    expect(line().said.at(-1)).toMatchObject({ event_type: 'session.sync', data: { rooms: { [ROOM]: 6 } } });
    line().says(10);
    expect(told).toEqual(['6']);
    line().syncs(8, [message(8), message(7)]);
    expect(told).toEqual(['6', '7', '8', '9', '10']);
  });

  it('asks again where a sync was refused for now', async () => {
    line().greets();
    const { request_id } = line().said[0]!;
    line().tells({ error: { code: 4029, detail: 'too fast', retry_after: 3, request_id } });
    await settle(2_999);
    expect(line().said).toHaveLength(1);
    await settle(1);
    line().syncs(1, []);
    expect(chat.state).toBe('online');
  });

  it('tells of a room that comes anew, in place of what was there', async () => {
    await isOnline(5);
    const resets: unknown[] = [];
    chat.on('reset', (reset) => resets.push(reset));
    line().ends(1006);
    await settle(TIMING.shortestPause);
    line().greets();
    line().syncs(2_000, [message(2_000), message(1_999)], { reset: true });
    expect(resets).toEqual([{ roomId: ROOM, messages: [message(1_999), message(2_000)] }]);
    expect(told).toEqual([]);
  });

  it('does not tell an answer that repeats what was told', async () => {
    await isOnline(5);
    const sent = chat.rooms.open(ROOM).send('6');
    const { request_id, data } = line().said.at(-1)!;
    const stored = { ...message(6), client_message_id: data.client_message_id };
    line().tells({ eventType: 'message.dispatch', room_id: ROOM, seq: 6, data: stored });
    await expect(sent).resolves.toEqual(stored);
    const meta = { duplicate: true, told: true };
    line().tells({ eventType: 'message.dispatch', room_id: ROOM, seq: 6, data: stored, request_id, meta });
    expect([told, line().said.length]).toEqual([['6'], 2]);
  });

  it('gives signs of life, and gives up a line that gives none', async () => {
    await isOnline(5);
    const first = line();
    await settle(HEARTBEAT_SECONDS * 1_000);
    expect(first.said.at(-1)).toEqual({ event_type: 'session.heartbeat', data: {} });
    first.tells({ status: 'success' });
    await settle(HEARTBEAT_SECONDS * 1_000);
    expect(chat.state).toBe('online');
    await settle(TIMING.patience);
    expect([chat.state, first.isClosed]).toEqual(['connecting', true]);
    first.says(6);
    expect(told).toEqual([]);
    await settle(TIMING.shortestPause);
    expect(line()).not.toBe(first);
    await isOnline(6);
  });

  it('waits no longer, and trusts no line, once the platform says that it is online', async () => {
    const online = (): boolean => platform.dispatchEvent(new Event('online'));
    await isOnline(5);
    const first = line();
    online();
    expect(first.said.at(-1)).toEqual({ event_type: 'session.heartbeat', data: {} });
    await settle(TIMING.patience);
    expect(chat.state).toBe('connecting');
    online();
    await settle();
    expect(line()).not.toBe(first);
    await isOnline(5);
    const lines = FakeSocket.opened.length;
    await chat.close();
    online();
    await settle(TIMING.longestPause);
    expect(FakeSocket.opened).toHaveLength(lines);
  });

  it('gives up a handshake that does not come to its end', async () => {
    await settle(TIMING.patience + TIMING.shortestPause);
    expect(FakeSocket.opened).toHaveLength(2);
    expect(FakeSocket.opened[0]!.isClosed).toBe(true);
  });

  it.each([1006, 1011, 1012, 4008])('comes back after %d, with what it has', async (code) => {
    await isOnline(5);
    line().ends(code);
    expect(chat.state).toBe('connecting');
    await settle(TIMING.shortestPause);
    line().greets();
    expect(line().said[0]).toMatchObject({ data: { rooms: { [ROOM]: 5 } } });
  });

  it.each([1003, 1007, 1009, 4009, 4029])('does not come back after %d, and says why', async (code) => {
    await isOnline(5);
    const errors: unknown[] = [];
    chat.on('error', (error) => errors.push(error));
    line().ends(code);
    await settle(TIMING.longestPause);
    expect([chat.state, FakeSocket.opened.length]).toEqual(['stopped', 1]);
    expect(errors).toMatchObject([{ code: 'stopped', detail: expect.stringContaining(String(code)) as string }]);
  });

  it('tells how far the user has read once, however often that is said', async () => {
    await isOnline(5);
    const room = chat.rooms.open(ROOM);
    for (const seq of [3, 5, 4]) room.markRead(seq);
    await settle(1_000);
    const { event_type, data, request_id } = line().said.at(-1)!;
    expect([event_type, data]).toEqual(['message.read', { room_id: ROOM, up_to_seq: 5 }]);
    line().tells({ eventType: 'readreceipt.dispatch', room_id: ROOM, data: [], request_id });
    await settle();
    room.markRead(5);
    await settle(1_000);
    expect(line().said.filter((frame) => frame.event_type === 'message.read')).toHaveLength(1);
  });

  it('forgets who is typing once nothing more is heard of them', async () => {
    await isOnline(5);
    const typing: unknown[] = [];
    chat.on('typing', ({ users }) => typing.push(users.map(({ id }) => id)));
    const data = { username: 'bob', user_id: 2, room_id: ROOM, expires_in: 5 };
    line().tells({ eventType: 'messagetyping.dispatch', room_id: ROOM, data });
    await settle(4_000);
    line().tells({ eventType: 'messagetyping.dispatch', room_id: ROOM, data });
    await settle(4_999);
    expect(typing).toEqual([[2]]);
    await settle(1);
    expect(typing).toEqual([[2], []]);
  });

  it('watches whom it watched before on a new line too', async () => {
    await isOnline(5);
    const changes: unknown[] = [];
    chat.on('presence', (presences) => changes.push(presences));
    const watched = chat.watchPresence(2, 3);
    const { request_id, event_type, data } = line().said.at(-1)!;
    expect([event_type, data]).toEqual(['presence.subscribe', { user_ids: [2, 3] }]);
    const online = [{ user_id: 2, status: 'online', last_seen: null }];
    line().tells({ eventType: 'presence.dispatch', data: online, request_id });
    await expect(watched).resolves.toEqual(online);
    expect(changes).toEqual([online]);
    line().ends(1012);
    await settle(TIMING.shortestPause);
    await isOnline(5);
    expect(line().said.at(-1)).toMatchObject({ event_type: 'presence.subscribe', data: { user_ids: [2, 3] } });
  });

  it('tells nobody else less where one who listens fails', async () => {
    await isOnline(5);
    const thrown: unknown[] = [];
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((rethrow) => {
      try {
        rethrow();
      } catch (error) {
        thrown.push(error);
      }
    });
    const stop = chat.on('message', () => {
      throw new Error('a fault of the application');
    });
    line().says(6);
    stop();
    line().says(7);
    expect([told, thrown]).toEqual([['6', '7'], [new Error('a fault of the application')]]);
    vi.restoreAllMocks();
  });

  it('stops with the reason when the WebSocket cannot be created, and does not try again', async () => {
    let attempts = 0;
    class BrokenSocket extends FakeSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols);
        attempts += 1;
        throw new SyntaxError('The subprotocol is invalid.');
      }
    }
    const broken = new Parley({
      url: 'wss://chat',
      token: () => Promise.resolve('a token with spaces'),
      WebSocket: BrokenSocket,
      timing: TIMING,
    });
    const errors: unknown[] = [];
    broken.on('error', (error) => errors.push(error));
    const connecting = broken.connect();
    connecting.catch(() => undefined);
    await settle(TIMING.longestPause * 3);
    expect([broken.state, attempts]).toEqual(['stopped', 1]);
    await expect(connecting).rejects.toMatchObject({ code: 'stopped' });
    expect(errors).toMatchObject([
      { code: 'stopped', detail: 'The WebSocket could not be created: The subprotocol is invalid.' },
    ]);
    await broken.close();
  });
});
