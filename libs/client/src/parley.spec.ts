import type { Timing } from './options.js';
import { Parley } from './parley.js';
import { FakeSocket, HEARTBEAT_SECONDS, message, ROOM } from './socket.fake.js';

const TIMING: Timing = {
  minReconnectDelay: 100,
  maxReconnectDelay: 1_000,
  responseTimeout: 5_000,
  maxHeartbeatInterval: 30_000,
};

let chat: Parley;
let received: string[];
const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;
/** Advances the fake clock and runs the pending promises. */
const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Emits the online event of a browser. */
const platform = new EventTarget();
const networkEvents = {
  addEventListener: platform.addEventListener.bind(platform),
  removeEventListener: platform.removeEventListener.bind(platform),
};

beforeAll(() => Object.assign(globalThis, networkEvents));
afterAll(() => {
  for (const name of Object.keys(networkEvents)) Reflect.deleteProperty(globalThis, name);
});

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  received = [];
  chat = new Parley({
    url: 'wss://chat',
    token: () => Promise.resolve('a token'),
    WebSocket: FakeSocket,
    timing: TIMING,
  });
  chat.on('message', ({ message: { content } }) => received.push(content));
  chat.connect().catch(() => undefined);
  await settle();
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

async function isOnline(position: number): Promise<void> {
  socket().deliverSnapshot();
  socket().answerSync(position, []);
  await settle();
  expect(chat.state).toBe('online');
}

describe('Parley', () => {
  it('sends the token as a subprotocol, and is online after the first sync', async () => {
    expect(socket()).toMatchObject({ url: 'wss://chat/', protocols: ['bearer', 'a token'] });
    socket().deliverSnapshot();
    expect(socket().sent).toEqual([{ event_type: 'session.sync', data: { rooms: {} }, request_id: '1' }]);
    socket().answerSync(2, [message(2), message(1)]);
    expect([chat.state, received]).toEqual(['online', ['1', '2']]);
    await settle();
  });

  it('fetches missing messages by its position and delivers all in order', async () => {
    await isOnline(5);
    socket().deliverMessage(6);
    socket().deliverMessage(9);
    socket().deliverMessage(8);
    expect(socket().sent.at(-1)).toMatchObject({ event_type: 'session.sync', data: { rooms: { [ROOM]: 6 } } });
    socket().deliverMessage(10);
    expect(received).toEqual(['6']);
    socket().answerSync(8, [message(8), message(7)]);
    expect(received).toEqual(['6', '7', '8', '9', '10']);
  });

  it('names the epoch of its positions, which a complete sync changes', async () => {
    await isOnline(5);
    socket().closeWith(1012);
    await settle(TIMING.minReconnectDelay);
    socket().deliverSnapshot();
    expect(socket().sent.at(-1)?.data).toEqual({ rooms: { [ROOM]: 5 }, epoch: 'first' });
    socket().answerSync(4, [message(4)], { reset: true }, 'second');
    socket().closeWith(1006);
    await settle(TIMING.maxReconnectDelay);
    socket().deliverSnapshot();
    expect(socket().sent.at(-1)?.data).toEqual({ rooms: { [ROOM]: 4 }, epoch: 'second' });
  });

  it('repeats a sync that was rate limited', async () => {
    socket().deliverSnapshot();
    const { request_id } = socket().sent[0]!;
    socket().deliver({ error: { code: 4029, detail: 'too fast', retry_after: 3, request_id } });
    await settle(2_999);
    expect(socket().sent).toHaveLength(1);
    await settle(1);
    socket().answerSync(1, []);
    expect(chat.state).toBe('online');
  });

  it('emits reset for a room that a sync sends completely', async () => {
    await isOnline(5);
    const resets: unknown[] = [];
    chat.on('reset', (reset) => resets.push(reset));
    socket().closeWith(1006);
    await settle(TIMING.minReconnectDelay);
    socket().deliverSnapshot();
    socket().answerSync(2_000, [message(2_000), message(1_999)], { reset: true });
    expect(resets).toEqual([{ roomId: ROOM, messages: [message(1_999), message(2_000)] }]);
    expect(received).toEqual([]);
  });

  it('does not emit a message again for an answer that repeats it', async () => {
    await isOnline(5);
    const sent = chat.rooms.open(ROOM).send('6');
    const { request_id, data } = socket().sent.at(-1)!;
    const stored = { ...message(6), client_message_id: data.client_message_id };
    socket().deliver({ eventType: 'message.dispatch', room_id: ROOM, seq: 6, data: stored });
    await expect(sent).resolves.toEqual(stored);
    const meta = { duplicate: true };
    socket().deliver({ eventType: 'message.dispatch', room_id: ROOM, seq: 6, data: stored, request_id, meta });
    expect([received, socket().sent.length]).toEqual([['6'], 2]);
  });

  it('sends heartbeats, and replaces a connection that does not answer', async () => {
    await isOnline(5);
    const first = socket();
    await settle(HEARTBEAT_SECONDS * 1_000);
    expect(first.sent.at(-1)).toEqual({ event_type: 'session.heartbeat', data: {} });
    first.deliver({ status: 'success' });
    await settle(HEARTBEAT_SECONDS * 1_000);
    expect(chat.state).toBe('online');
    await settle(TIMING.responseTimeout);
    expect([chat.state, first.isClosed]).toEqual(['connecting', true]);
    first.deliverMessage(6);
    expect(received).toEqual([]);
    await settle(TIMING.minReconnectDelay);
    expect(socket()).not.toBe(first);
    await isOnline(6);
  });

  it('reconnects or checks the connection at once on the online event of the browser', async () => {
    const online = (): boolean => platform.dispatchEvent(new Event('online'));
    await isOnline(5);
    const first = socket();
    online();
    expect(first.sent.at(-1)).toEqual({ event_type: 'session.heartbeat', data: {} });
    await settle(TIMING.responseTimeout);
    expect(chat.state).toBe('connecting');
    online();
    await settle();
    expect(socket()).not.toBe(first);
    await isOnline(5);
    const sockets = FakeSocket.opened.length;
    await chat.close();
    online();
    await settle(TIMING.maxReconnectDelay);
    expect(FakeSocket.opened).toHaveLength(sockets);
  });

  it.each(['{"eventType": "message.disp', 'null', '6'])('replaces a connection that has sent %s', async (text) => {
    await isOnline(5);
    const first = socket();
    first.deliverText(text);
    expect([chat.state, first.isClosed]).toEqual(['connecting', true]);
    await settle(TIMING.minReconnectDelay);
    socket().deliverSnapshot();
    expect(socket().sent[0]).toMatchObject({ data: { rooms: { [ROOM]: 5 } } });
  });

  it('gives up a handshake that does not finish within the response timeout', async () => {
    await settle(TIMING.responseTimeout + TIMING.minReconnectDelay);
    expect(FakeSocket.opened).toHaveLength(2);
    expect(FakeSocket.opened[0]!.isClosed).toBe(true);
  });

  it.each([1006, 1011, 1012, 4008])('reconnects after close code %d and syncs from its position', async (code) => {
    await isOnline(5);
    socket().closeWith(code);
    expect(chat.state).toBe('connecting');
    await settle(TIMING.minReconnectDelay);
    socket().deliverSnapshot();
    expect(socket().sent[0]).toMatchObject({ data: { rooms: { [ROOM]: 5 } } });
  });

  it.each([1003, 1007, 1009, 4009, 4029])('stops after close code %d with an error that names it', async (code) => {
    await isOnline(5);
    const errors: unknown[] = [];
    chat.on('error', (error) => errors.push(error));
    socket().closeWith(code);
    await settle(TIMING.maxReconnectDelay);
    expect([chat.state, FakeSocket.opened.length]).toEqual(['stopped', 1]);
    expect(errors).toMatchObject([{ code: 'stopped', detail: expect.stringContaining(String(code)) as string }]);
  });

  it('reports a read position once, however often markRead is called', async () => {
    await isOnline(5);
    const room = chat.rooms.open(ROOM);
    for (const seq of [3, 5, 4]) room.markRead(seq);
    await settle(1_000);
    const { event_type, data, request_id } = socket().sent.at(-1)!;
    expect([event_type, data]).toEqual(['message.read', { room_id: ROOM, up_to_seq: 5 }]);
    socket().deliver({ eventType: 'readreceipt.dispatch', room_id: ROOM, data: [], request_id });
    await settle();
    room.markRead(5);
    await settle(1_000);
    expect(socket().sent.filter((frame) => frame.event_type === 'message.read')).toHaveLength(1);
  });

  it('removes a typing user after the last typing event has expired', async () => {
    await isOnline(5);
    const typing: unknown[] = [];
    chat.on('typing', ({ users }) => typing.push(users.map(({ id }) => id)));
    const data = { username: 'bob', user_id: 2, room_id: ROOM, expires_in: 5 };
    socket().deliver({ eventType: 'messagetyping.dispatch', room_id: ROOM, data });
    await settle(4_000);
    socket().deliver({ eventType: 'messagetyping.dispatch', room_id: ROOM, data });
    await settle(4_999);
    expect(typing).toEqual([[2]]);
    await settle(1);
    expect(typing).toEqual([[2], []]);
  });

  it('renews the presence subscription on a new connection', async () => {
    await isOnline(5);
    const changes: unknown[] = [];
    chat.on('presence', (presences) => changes.push(presences));
    const watched = chat.watchPresence(2, 3);
    const { request_id, event_type, data } = socket().sent.at(-1)!;
    expect([event_type, data]).toEqual(['presence.subscribe', { user_ids: [2, 3] }]);
    const online = [{ user_id: 2, status: 'online', last_seen: null }];
    socket().deliver({ eventType: 'presence.dispatch', data: online, request_id });
    await expect(watched).resolves.toEqual(online);
    expect(changes).toEqual([online]);
    socket().closeWith(1012);
    await settle(TIMING.minReconnectDelay);
    await isOnline(5);
    expect(socket().sent.at(-1)).toMatchObject({ event_type: 'presence.subscribe', data: { user_ids: [2, 3] } });
  });

  it('calls all handlers of an event when one of them throws', async () => {
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
    socket().deliverMessage(6);
    stop();
    socket().deliverMessage(7);
    expect([received, thrown]).toEqual([['6', '7'], [new Error('a fault of the application')]]);
    vi.restoreAllMocks();
  });

  it('forgets the messages of a room that was deleted, which may come back without them', async () => {
    const room = chat.rooms.open(ROOM);
    await isOnline(5);
    socket().deliverMessage(6);
    socket().deliver({ eventType: 'roomdelete.dispatch', room_id: ROOM, seq: 7, data: { room_id: ROOM } });
    expect(room.messages).toEqual([]);
  });

  it('stays closed when it is closed while it says that it has no token', async () => {
    let asked = 0;
    const token = (): Promise<string> => {
      asked += 1;
      return Promise.reject(new Error('no token'));
    };
    const closing = new Parley({ url: 'wss://chat', token, WebSocket: FakeSocket, timing: TIMING });
    closing.on('error', () => void closing.close());
    closing.connect().catch(() => undefined);
    await settle(TIMING.maxReconnectDelay * 3);
    expect([closing.state, asked]).toEqual(['offline', 1]);
  });

  it('stays closed when it is closed while it says that it connects again', async () => {
    await isOnline(1);
    chat.on('state', (state) => {
      if (state === 'connecting') void chat.close();
    });
    socket().closeWith(1006);
    await settle(TIMING.maxReconnectDelay * 3);
    expect([chat.state, FakeSocket.opened.length]).toEqual(['offline', 1]);
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
    await settle(TIMING.maxReconnectDelay * 3);
    expect([broken.state, attempts]).toEqual(['stopped', 1]);
    await expect(connecting).rejects.toMatchObject({ code: 'stopped' });
    expect(errors).toMatchObject([
      { code: 'stopped', detail: 'The WebSocket could not be created: The subprotocol is invalid.' },
    ]);
    await broken.close();
  });
});
