import { Parley } from '../parley.js';
import { FakeSocket, HEARTBEAT_SECONDS, ROOM } from '../socket.fake.js';
import { PrivateState } from './private-state.js';

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;

let chat: Parley;
let state: PrivateState;
let changes: number;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  chat = new Parley({ url: 'ws://chat.test/messaging/', token: () => Promise.resolve('token'), WebSocket: FakeSocket });
  state = new PrivateState(chat);
  changes = 0;
  state.onChange(() => {
    changes += 1;
  });
  // Some tests end before the client is online.
  chat.connect().catch(() => undefined);
  await settle();
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

/** The first frame. @param meta its further fields */
function begin(meta: object = { private_seq: 0 }): void {
  const common = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
  socket().deliver({ eventType: 'chat.notifications', data: {}, meta: { ...common, unread: {}, ...meta } });
}

const requests = (): object[] => socket().sent.filter(({ event_type }) => event_type === 'session.sync');

/** Answers the running sync with these parts. */
async function answer(...parts: object[]): Promise<void> {
  const { request_id } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync')!;
  const page = { eventType: 'sessionsync.dispatch', request_id };
  const lists = { reset: false, favourites: [], archived: [], marks: [], notify: [], follows: [] };
  for (const part of parts) {
    socket().deliver({ ...page, data: { complete: false, rooms: [], left: [], private: { ...lists, ...part } } });
  }
  socket().deliver({ ...page, data: { complete: true, rooms: [], left: [] }, meta: { epoch: 'first' } });
  await settle();
}

const favourite = (private_seq: number, isFavourite = true): object => ({
  eventType: 'roomfavourite.dispatch',
  data: { room_id: ROOM, favourite: isFavourite, ...(isFavourite ? {} : { removed: true }) },
  private_seq,
});

describe('the private state of the client', () => {
  it('is requested with each sync from its number on', async () => {
    begin();
    expect(requests()).toMatchObject([{ data: { rooms: {}, private_seq: 0 } }]);
    await answer({ seq: 3, favourites: [{ room_id: ROOM, favourite: true }] });
    expect([state.isFavourite(ROOM), changes]).toEqual([true, 1]);
    socket().closeWith(1006);
    await vi.advanceTimersByTimeAsync(10_000);
    begin({ private_seq: 3 });
    expect(requests()).toMatchObject([{ data: { private_seq: 3, epoch: 'first' } }]);
  });

  it('has the followed threads, several of a room', async () => {
    begin();
    const follow = (thread_id: string) => ({ room_id: ROOM, thread_id, following: true });
    await answer({ seq: 2, follows: [follow('one'), follow('two')] });
    const data = { ...follow('one'), following: false, removed: true };
    socket().deliver({ eventType: 'threadfollow.dispatch', data, private_seq: 3 });
    expect([state.isFollowing('one'), state.isFollowing('two')]).toEqual([false, true]);
  });

  it('is not requested from a service without it', () => {
    begin({});
    expect(requests()).toEqual([expect.objectContaining({ data: { rooms: {} } })]);
  });

  it('follows frames in their order, and ignores those that it has', async () => {
    begin();
    await answer({ seq: 1, favourites: [{ room_id: ROOM, favourite: true }] });
    socket().deliver(favourite(1, false));
    expect(state.isFavourite(ROOM)).toBe(true);
    socket().deliver(favourite(2, false));
    expect(state.isFavourite(ROOM)).toBe(false);
    socket().deliver({ eventType: 'roommarkunread.dispatch', data: { room_id: ROOM, from_seq: 7 }, private_seq: 3 });
    expect(state.unreadFrom(ROOM)).toBe(7);
    socket().deliver({ eventType: 'anything.dispatch', data: {}, private_seq: 4 });
    socket().deliver(favourite(5));
    expect([state.isFavourite(ROOM), requests().length]).toEqual([true, 1]);
  });

  it('syncs when a number is missing, also if it notices that during a sync', async () => {
    begin();
    socket().deliver(favourite(4));
    await answer({ seq: 2 });
    expect(requests()).toMatchObject([{ data: { private_seq: 0 } }, { data: { private_seq: 2 } }]);
    await answer({ seq: 4, favourites: [{ room_id: ROOM, favourite: true }] });
    expect([state.isFavourite(ROOM), requests().length]).toEqual([true, 2]);
    socket().deliver(favourite(6, false));
    expect(requests()).toHaveLength(3);
  });

  it('is replaced by a reset, whose number only the last part has', async () => {
    begin();
    await answer({ seq: 9, favourites: [{ room_id: ROOM, favourite: true }] });
    socket().deliver(favourite(11));
    await answer(
      { seq: null, reset: true, archived: [{ room_id: ROOM, archived: true, archived_seq: 5 }] },
      { seq: 3, marks: [{ room_id: ROOM, from_seq: 2 }] },
    );
    expect([state.isFavourite(ROOM), state.unreadFrom(ROOM), requests().length]).toEqual([false, 2, 2]);
    expect([state.isArchived(ROOM, 5), state.isArchived(ROOM, 6), state.isArchived('other', 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has the choices of notifications for rooms and for the user, and keeps muted rooms archived', async () => {
    begin();
    await answer({
      seq: 3,
      archived: [{ room_id: ROOM, archived: true, archived_seq: 5 }],
      notify: [
        { level: 'mentions', do_not_disturb: null, mail: null },
        { room_id: ROOM, level: 'none', muted_until: null },
      ],
    });
    expect([state.userNotify, state.notifyChoice(ROOM).level, state.isMuted(ROOM)]).toEqual([
      { level: 'mentions', do_not_disturb: null, mail: null },
      'none',
      true,
    ]);
    expect([state.isArchived(ROOM, 9), state.isMuted('other'), state.notifyChoice('other').level]).toEqual([
      true,
      false,
      null,
    ]);

    const muted_until = new Date(Date.now() + 1_000).toISOString();
    const choice = { room_id: ROOM, level: 'all', muted_until };
    socket().deliver({ eventType: 'roomnotify.dispatch', data: choice, private_seq: 4 });
    expect([state.isMuted(ROOM), state.isMuted(ROOM, Date.now() + 1_000), state.isArchived(ROOM, 9)]).toEqual([
      true,
      false,
      true,
    ]);
    const removed = { room_id: ROOM, level: null, muted_until: null, removed: true };
    socket().deliver({ eventType: 'roomnotify.dispatch', data: removed, private_seq: 5 });
    expect([state.isMuted(ROOM), state.isArchived(ROOM, 9), state.isArchived(ROOM, 5)]).toEqual([false, false, true]);
    const unset = { level: 'all', do_not_disturb: null, removed: true };
    socket().deliver({ eventType: 'usernotify.dispatch', data: unset, private_seq: 6 });
    expect(state.userNotify).toEqual({ level: 'all', do_not_disturb: null, mail: null });
  });

  it('asks for changes of the notifications', async () => {
    begin();
    await answer({ seq: 0 });
    const quiet = { from: '22:00', to: '07:00', timezone: 'UTC' };
    // Their answers do not come before the end of the test.
    state.notifyRoom(ROOM, { level: 'mentions' }).catch(() => undefined);
    state.notifyUser({ do_not_disturb: quiet }).catch(() => undefined);
    expect(socket().sent.slice(-2)).toMatchObject([
      { event_type: 'room.notify', data: { room_id: ROOM, level: 'mentions' } },
      { event_type: 'user.notify', data: { do_not_disturb: quiet } },
    ]);
  });

  it('has the saved messages, the last saved first, and those of a room that the user leaves are gone', () => {
    begin();
    socket().answerSync(2, []);
    const item = (id: string, saved_at: string): object => ({
      message: { id, room: { id: ROOM }, content: 'x' },
      saved: true,
      saved_at,
      remind_at: null,
    });
    const frame = { eventType: 'messagesave.dispatch' };
    socket().deliver({ ...frame, data: item('one', '2026-01-01'), private_seq: 1 });
    socket().deliver({ ...frame, data: item('two', '2026-01-02'), private_seq: 2 });
    socket().deliver({ ...frame, data: { ...item('two', '2026-01-02'), remind_at: '2026-02-01' }, private_seq: 3 });
    expect(state.saved).toMatchObject([
      { message: { id: 'two' }, remind_at: '2026-02-01' },
      { message: { id: 'one' } },
    ]);
    const removed = {
      message: { id: 'two', gone: true },
      saved: false,
      saved_at: null,
      remind_at: null,
      removed: true,
    };
    socket().deliver({ ...frame, data: removed, private_seq: 4 });
    expect([state.savedMessage('two'), state.saved.length]).toEqual([undefined, 1]);
    const room = { id: ROOM, type: 'GroupChat', last_seq: 3 };
    socket().deliver({ eventType: 'roomexit.dispatch', data: { room, message: '' }, room_id: ROOM, seq: 3 });
    expect(state.savedMessage('one')?.message).toEqual({ id: 'one', gone: true });
  });

  it('has the present names of blocked users and of the senders of saved messages', () => {
    begin();
    const ada = { id: 7, username: 'ada', first_name: '', last_name: '' };
    const block = { user_id: 7, blocked: true, user: ada, blocked_at: '2026-01-01T00:00:00.000Z' };
    socket().deliver({ eventType: 'userblock.dispatch', data: block, private_seq: 1 });
    const message = { id: 'm', room: { id: ROOM }, sender: ada };
    const saved = { message, saved: true, saved_at: '2026-01-01T00:00:00.000Z', remind_at: null };
    socket().deliver({ eventType: 'messagesave.dispatch', data: saved, private_seq: 2 });
    const before = changes;
    const named = { ...ada, first_name: 'Ada', last_name: 'Lovelace' };
    socket().deliver({ eventType: 'userupdate.dispatch', data: { user: { ...ada, id: 8 } } });
    expect(changes).toBe(before);
    socket().deliver({ eventType: 'userupdate.dispatch', data: { user: named } });
    expect(changes).toBe(before + 1);
    expect(state.blocks).toMatchObject([{ user: named }]);
    expect(state.saved).toMatchObject([{ message: { sender: named } }]);
  });

  it('forgets the rooms that the user leaves', () => {
    begin();
    socket().answerSync(2, []);
    socket().deliver({ eventType: 'roommarkunread.dispatch', data: { room_id: ROOM, from_seq: 2 }, private_seq: 1 });
    expect(state.unreadFrom(ROOM)).toBe(2);
    const room = { id: ROOM, type: 'GroupChat', last_seq: 3 };
    socket().deliver({ eventType: 'roomexit.dispatch', data: { room, message: '' }, room_id: ROOM, seq: 3 });
    expect(state.unreadFrom(ROOM)).toBeUndefined();
  });
});
