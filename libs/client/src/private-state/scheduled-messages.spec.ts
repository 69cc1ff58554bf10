import type { RefusedSchedule, ScheduledMessage } from '@parley/protocol';

import { Parley } from '../parley.js';
import { FakeSocket, HEARTBEAT_SECONDS, ROOM } from '../socket.fake.js';
import { PrivateState } from './private-state.js';
import { ScheduledMessages } from './scheduled-messages.js';

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const socket = (): FakeSocket => FakeSocket.opened.at(-1)!;
const SEND_AT = new Date('2026-12-01T09:00:00.000Z');

const item = (id: string, send_at = SEND_AT.toISOString(), room_id = ROOM): ScheduledMessage => ({
  id,
  room_id,
  content: 'Good morning',
  extra_fields: { silent: true },
  send_at,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
  refused: null,
});

let chat: Parley;
let state: PrivateState;
let scheduled: ScheduledMessages;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.opened = [];
  chat = new Parley({ url: 'ws://chat.test/messaging/', token: () => Promise.resolve('token'), WebSocket: FakeSocket });
  state = new PrivateState(chat);
  scheduled = new ScheduledMessages(chat, state);
  // One test begins before the client is online.
  chat.connect().catch(() => undefined);
  await settle();
});
afterEach(async () => {
  await chat.close();
  vi.useRealTimers();
});

/** Begins a connection, whose sync has these scheduled messages. */
async function begin(...items: object[]): Promise<void> {
  const meta = { session_id: 's', heartbeat_seconds: HEARTBEAT_SECONDS, limits: {}, total: 0, truncated: false };
  socket().deliver({
    eventType: 'chat.notifications',
    data: {},
    meta: { ...meta, unread: {}, private_seq: items.length },
  });
  const { request_id } = socket().sent.findLast(({ event_type }) => event_type === 'session.sync')!;
  const part = { seq: items.length, reset: false, scheduled: items };
  const data = { complete: true, rooms: [], left: [], private: part };
  socket().deliver({ eventType: 'sessionsync.dispatch', request_id, data, meta: { epoch: 'first' } });
  await settle();
}

async function reconnect(...items: object[]): Promise<void> {
  socket().closeWith(1006);
  await vi.advanceTimersByTimeAsync(10_000);
  await begin(...items);
}

const requests = (event: string): readonly object[] =>
  FakeSocket.opened.flatMap(({ sent }) => sent).filter(({ event_type }) => event_type === event);

function answer(eventType: string, data: object, private_seq?: number): Promise<unknown> {
  const { request_id } = socket().sent.at(-1)!;
  socket().deliver({ eventType, data, request_id, ...(private_seq !== undefined && { private_seq }) });
  return settle();
}

const ids = (): readonly string[] => scheduled.all.map(({ id }) => id);

describe('ScheduledMessages', () => {
  it('has the scheduled messages, the earliest first, until they are sent or cancelled', async () => {
    const [late, early] = [
      item('late', '2026-12-03T09:00:00.000Z'),
      item('early', '2026-12-01T09:00:00.000Z', 'other'),
    ];
    await begin(late, early);
    expect([ids(), scheduled.inRoom(ROOM)]).toEqual([['early', 'late'], [late]]);
    const moved = { ...late, send_at: '2026-11-30T09:00:00.000Z' };
    socket().deliver({ eventType: 'messageschedule.dispatch', data: moved, private_seq: 3 });
    expect(ids()).toEqual(['late', 'early']);
    const sent = { id: 'late', room_id: ROOM, message_id: 'sent', removed: true };
    socket().deliver({ eventType: 'messageschedule.dispatch', data: sent, private_seq: 4 });
    expect(ids()).toEqual(['early']);
    await reconnect({ id: 'early', removed: true });
    expect(ids()).toEqual([]);
  });

  it('keeps those of a room that the user leaves: the service decides at their time', async () => {
    await begin(item('one'));
    const room = { id: ROOM, type: 'GroupChat', last_seq: 3 };
    socket().deliver({ eventType: 'roomexit.dispatch', data: { room, message: '' }, room_id: ROOM, seq: 3 });
    expect(ids()).toEqual(['one']);
  });

  it('reports and keeps what the service refuses, and not what the user cancels', async () => {
    await begin(item('one'), item('two'));
    const refused: RefusedSchedule[] = [];
    const stop = scheduled.onRefused((each) => refused.push(each));
    const cancel = { eventType: 'schedulecancel.dispatch' };
    const cancelled = { id: 'one', room_id: ROOM, reason: null, removed: true };
    socket().deliver({ ...cancel, data: cancelled, private_seq: 3 });
    const reason = { code: 4002, message: 'You may not send messages here.' };
    const two = { ...item('two'), refused: reason };
    socket().deliver({ ...cancel, data: { ...two, reason }, private_seq: 4 });
    expect([scheduled.all, refused]).toEqual([[two], [{ ...two, reason }]]);
    stop();
    socket().deliver({ ...cancel, data: { ...item('three'), refused: reason, reason }, private_seq: 5 });
    expect([ids(), refused.length]).toEqual([['two', 'three'], 1]);
  });

  it('has what was refused without a connection, as after a live refusal', async () => {
    await begin(item('one'));
    const one = { ...item('one'), refused: { code: 4004, message: 'No such room.' } };
    await reconnect(one);
    expect(scheduled.all).toEqual([one]);
    socket().deliver({ eventType: 'messageschedule.dispatch', data: item('one'), private_seq: 2 });
    expect(scheduled.all).toEqual([item('one')]);
  });

  it('repeats a schedule that was not answered with the same id', async () => {
    await begin();
    const one = scheduled.schedule(ROOM, 'Good morning', SEND_AT, { silent: true, replyTo: 'that' });
    await reconnect();
    const asked = requests('message.schedule').map((request) => (request as { readonly data: object }).data);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[0]).toMatchObject({
      room_id: ROOM,
      content: 'Good morning',
      send_at: SEND_AT.toISOString(),
      extra_fields: { silent: true, parent_message_id: 'that' },
    });
    await answer('messageschedule.dispatch', item('one'), 1);
    await expect(one).resolves.toEqual(item('one'));
    expect(ids()).toEqual(['one']);
  });

  it('schedules a reply in a thread', async () => {
    await begin();
    const one = scheduled.schedule(ROOM, 'Good morning', SEND_AT, { threadId: 'start', alsoToRoom: true });
    expect(requests('message.schedule')).toMatchObject([
      { data: { extra_fields: { thread_id: 'start', also_to_room: true } } },
    ]);
    await answer('messageschedule.dispatch', item('one'), 1);
    await one;
  });

  it('sends nothing without a connection', async () => {
    await expect(scheduled.schedule(ROOM, 'Good morning', SEND_AT)).rejects.toMatchObject({ code: 'offline' });
    await begin();
    expect(requests('message.schedule')).toEqual([]);
  });

  it('changes what is given', async () => {
    await begin(item('one'));
    const changed = scheduled.update('one', { sendAt: SEND_AT });
    expect(socket().sent.at(-1)).toMatchObject({ event_type: 'schedule.update' });
    expect(socket().sent.at(-1)?.data).toEqual({ id: 'one', send_at: SEND_AT.toISOString() });
    await answer('messageschedule.dispatch', item('one'), 2);
    await changed;
  });

  it('sends now with the id of the schedule, then cancels it, also if its time has come meanwhile', async () => {
    await begin(item('one'));
    const done = scheduled.sendNow(item('one'));
    const { room_id, content, extra_fields } = item('one');
    expect(socket().sent.at(-1)).toMatchObject({
      event_type: 'message.send',
      data: { room_id, content, extra_fields, client_message_id: 'one' },
    });
    expect(requests('schedule.cancel')).toEqual([]);
    await answer('message.dispatch', { id: 'sent' });
    expect(requests('schedule.cancel')).toMatchObject([{ data: { id: 'one' } }]);
    const { request_id } = socket().sent.at(-1)!;
    socket().deliver({ eventType: 'error', error: { code: 4004, detail: 'No such scheduled message.', request_id } });
    await expect(done).resolves.toBeUndefined();
  });

  it('leaves a message scheduled that cannot be sent now', async () => {
    await begin(item('one'));
    const done = scheduled.sendNow(item('one'));
    const { request_id } = socket().sent.at(-1)!;
    socket().deliver({ eventType: 'error', error: { code: 4002, detail: 'You may not.', request_id } });
    await expect(done).rejects.toMatchObject({ code: 4002 });
    expect([requests('schedule.cancel'), ids()]).toEqual([[], ['one']]);
  });
});
