import type { Message, RoomListEntry, RoomObject } from '@parley/client';
import type { StoredRoom } from '@parley/client/store';
import fc from 'fast-check';

import { FakeChat, settle } from './chat.fake.js';
import { RoomsState } from './rooms-state.js';

const [ME, OTHER] = [1, 2];
const ROOMS = ['a', 'b', 'c'];
const PAGE_SIZE = 2;

/** Of a room in the list, which is in the order of activity. */
const placeOf = ({ id, last_message: last, created_at: created }: RoomListEntry): string =>
  `${last?.created_at ?? created} ${id}`;

/** A service with some rooms: it lists them by counting anew, and its events arrive later than they happen. */
class Scenario {
  readonly rooms = new Map<string, { seq: number; readSeq: number; archivedSeq: number; messages: Message[] }>();
  private clock = 0;
  /** The frames that the service has sent and the client has not received. */
  private readonly sent: (() => void)[] = [];
  readonly fake = new FakeChat({
    'room.list': (asked: { archived: boolean; cursor?: string }) => {
      const { archived: isArchived, cursor = '~' } = asked;
      const left = this.recount().filter((each) => each.archived === isArchived && placeOf(each) < cursor);
      const page = left.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1)).slice(0, PAGE_SIZE);
      return { data: page, meta: { next_cursor: left.length > PAGE_SIZE ? placeOf(page.at(-1)!) : null } };
    },
  });
  readonly state = new RoomsState(this.fake.chat, () => Promise.resolve(ME));

  constructor() {
    for (const id of ROOMS) this.rooms.set(id, { seq: 0, readSeq: 0, archivedSeq: -1, messages: [] });
  }

  /** The list as it is, counted from the messages alone. */
  recount(): RoomListEntry[] {
    return [...this.rooms].map(([id, { seq, readSeq, archivedSeq, messages }]) => {
      const unread = messages.filter((each) => each.seq > readSeq && each.sender.id !== ME);
      const mentioning = unread.filter(({ mentions }) => mentions.some((user) => user.id === ME));
      return {
        id,
        type: 'GroupChat',
        name: id,
        created_at: new Date(0).toISOString(),
        last_seq: seq,
        last_message: messages.at(-1) ?? null,
        unread_count: unread.length,
        last_read_seq: readSeq,
        unread_mentions: mentioning.length,
        archived: archivedSeq >= (messages.at(-1)?.seq ?? 0),
        favourite: false,
        marked_unread_seq: null,
        notify: null,
      } as unknown as RoomListEntry;
    });
  }

  post(id: string, sender: number, mentions: readonly number[]): void {
    const room = this.rooms.get(id)!;
    const message = {
      id: `${id} ${String((this.clock += 1))}`,
      seq: (room.seq += 1),
      content: 'as sent',
      sender: { id: sender },
      mentions: mentions.map((user) => ({ id: user })),
      mention_room: false,
      thread: null,
      room: { id },
      created_at: new Date(this.clock).toISOString(),
    } as unknown as Message;
    room.messages.push(message);
    this.sent.push(() => this.fake.emit('message', { roomId: id, message }));
  }

  edit(id: string, at: number, mentions: readonly number[]): void {
    const room = this.rooms.get(id)!;
    const before = room.messages[at % Math.max(1, room.messages.length)];
    if (!before) return;
    const mentioned = mentions.map((user) => ({ id: user }) as Message['sender']);
    const message: Message = { ...before, content: 'edited', mentions: mentioned };
    room.messages[room.messages.indexOf(before)] = message;
    this.sent.push(() => this.fake.emit('edited', { roomId: id, message }));
  }

  delete(id: string, at: number): void {
    const room = this.rooms.get(id)!;
    const [gone] = room.messages.splice(at % Math.max(1, room.messages.length), 1);
    if (!gone) return;
    this.sent.push(() => this.fake.emit('deleted', { roomId: id, messageIds: [gone.id] }));
  }

  read(id: string, upTo: number): void {
    const room = this.rooms.get(id)!;
    const upToSeq = upTo % (room.seq + 1);
    room.readSeq = Math.max(room.readSeq, upToSeq);
    this.sent.push(() => this.fake.emit('receipt', { roomId: id, messages: [], userId: ME, upToSeq }));
  }

  archive(id: string): void {
    const room = this.rooms.get(id)!;
    room.archivedSeq = room.seq;
    const data = { room_id: id, archived: true, archived_seq: room.seq };
    this.sent.push(() => this.fake.emit('frame', { eventType: 'roomarchive.dispatch', data }));
  }

  /** The client receives the next events. */
  async receive(count: number): Promise<void> {
    for (const event of this.sent.splice(0, count)) {
      event();
      await Promise.resolve();
    }
  }

  async connect(): Promise<void> {
    this.fake.become('online');
    await settle();
  }
}

const room = fc.constantFrom(...ROOMS);
const number = fc.nat(20);
const mentions = fc.subarray([ME, OTHER]);
type Step = (scenario: Scenario) => unknown;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(room, fc.constantFrom(ME, OTHER), mentions).map(([id, sender, whom]): Step => (s) => {
    s.post(id, sender, whom);
  }),
  fc.tuple(room, number, mentions).map(
    ([id, at, whom]): Step =>
      (s) =>
        s.edit(id, at, whom),
  ),
  fc.tuple(room, number).map(
    ([id, at]): Step =>
      (s) =>
        s.delete(id, at),
  ),
  fc.tuple(room, number).map(
    ([id, upTo]): Step =>
      (s) =>
        s.read(id, upTo),
  ),
  room.map(
    (id): Step =>
      (s) =>
        s.archive(id),
  ),
  number.map(
    (count): Step =>
      (s) =>
        s.receive(count),
  ),
  fc.constant<Step>((s) => s.fake.become('online')),
  fc.integer({ min: 1, max: 400 }).map(
    (ms): Step =>
      () =>
        vi.advanceTimersByTimeAsync(ms),
  ),
);

const byId = (one: RoomListEntry, other: RoomListEntry): number => one.id.localeCompare(other.id);

describe('the rooms of a user', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('equal a recount, whatever happens while they are listed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.nat(20), async (steps, connectAt) => {
        const scenario = new Scenario();
        for (const act of steps.slice(0, connectAt)) await act(scenario);
        scenario.fake.become('online');
        for (const act of steps.slice(connectAt)) await act(scenario);
        await scenario.receive(Infinity);
        // The lists that changes need, each after the other.
        await vi.advanceTimersByTimeAsync(5_000);
        const { rooms, unread, unreadMentions, isLoaded } = scenario.state.snapshot;
        expect(isLoaded).toBe(true);
        expect([...rooms].sort(byId)).toEqual(scenario.recount().sort(byId));
        const sum = (count: (entry: RoomListEntry) => number) =>
          scenario.recount().reduce((all, entry) => all + count(entry), 0);
        expect(unread).toBe(sum(({ unread_count: count }) => count));
        expect(unreadMentions).toBe(sum(({ unread_mentions: count }) => count));
        scenario.state.close();
      }),
      { numRuns: 300 },
    );
  });

  it('are in the order of their activity, and the same objects until they change', async () => {
    const scenario = new Scenario();
    for (const id of ['b', 'a', 'c']) scenario.post(id, OTHER, []);
    await scenario.connect();
    const before = scenario.state.snapshot.rooms;
    expect(before.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    scenario.post('a', OTHER, [ME]);
    await scenario.receive(Infinity);
    const after = scenario.state.snapshot;
    expect(after.rooms.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    expect(after).toMatchObject({ unread: 4, unreadMentions: 1 });
    expect(after.rooms[1]).toBe(before[0]);
    expect(scenario.state.entry('a')).toBe(after.rooms[0]);
  });

  it('are joined, changed and left', async () => {
    const scenario = new Scenario();
    await scenario.connect();
    const added = { id: 'new', type: 'Channel', name: 'News', created_at: new Date(9).toISOString() } as RoomObject;
    scenario.fake.emit('room', { roomId: 'new', room: added });
    expect(scenario.state.entry('new')).toMatchObject({ name: 'News', unread_count: 0 });
    scenario.fake.emit('left', { roomId: 'a' });
    expect(scenario.state.snapshot.rooms.map(({ id }) => id)).toEqual(['new', 'c', 'b']);
  });

  it('have the preferences of the user', async () => {
    const scenario = new Scenario();
    await scenario.connect();
    const change = (eventType: string, data: object): void => {
      scenario.fake.emit('frame', { eventType, data: { room_id: 'a', ...data } });
    };
    change('roomfavourite.dispatch', { favourite: true });
    change('roommarkunread.dispatch', { from_seq: 3 });
    change('roomnotify.dispatch', { level: 'none', muted_until: null });
    const muted = { favourite: true, marked_unread_seq: 3, notify: { level: 'none', muted_until: null } };
    expect(scenario.state.entry('a')).toMatchObject(muted);
    change('roomnotify.dispatch', { level: null, muted_until: null, removed: true });
    change('roommarkunread.dispatch', { from_seq: null, removed: true });
    expect(scenario.state.entry('a')).toMatchObject({ notify: null, marked_unread_seq: null });
  });

  it('are those that the application has stored, until the list arrives', async () => {
    const scenario = new Scenario();
    const stored = [
      { id: 'a', type: 'GroupChat', name: 'As stored', created_at: new Date(1).toISOString(), last_seq: 1 },
    ];
    scenario.state.showStored(stored as unknown as StoredRoom[], ME);
    expect(scenario.state.snapshot).toMatchObject({ isLoaded: false, rooms: [{ name: 'As stored', unread_count: 0 }] });
    await scenario.connect();
    scenario.state.showStored(stored as unknown as StoredRoom[], ME);
    expect(scenario.state.snapshot.isLoaded).toBe(true);
    expect(scenario.state.snapshot.rooms).toHaveLength(ROOMS.length);
  });

  it('are not unread while the list is loading if a sync says that they were read', async () => {
    const fake = new FakeChat({ 'room.list': () => new Promise(() => undefined) });
    const state = new RoomsState(fake.chat, () => Promise.resolve(ME));
    fake.become('online');
    await settle();
    for (const [roomId, readSeq] of [
      ['a', 2],
      ['b', 1],
    ] as const) {
      const known = { id: roomId, type: 'GroupChat', name: roomId, created_at: new Date(1).toISOString(), last_seq: 0 };
      fake.emit('room', { roomId, room: known as unknown as RoomObject });
      for (const seq of [1, 2]) {
        const message = { id: `${roomId}${String(seq)}`, seq, sender: { id: OTHER }, mentions: [], thread: null };
        fake.emit('message', { roomId, message: message as unknown as Message });
      }
      fake.emit('marks', { roomId, marks: [{ user_id: ME, delivered_seq: 2, read_seq: readSeq }] });
    }
    expect(state.entry('a')).toMatchObject({ unread_count: 0, last_read_seq: 2 });
    // Only the list counts what is left of those.
    expect(state.entry('b')).toMatchObject({ unread_count: 2, last_read_seq: 0 });
    state.close();
  });

  it('are not listed after the state was closed', async () => {
    const scenario = new Scenario();
    await scenario.connect();
    const asked = scenario.fake.timesAsked('room.list');
    scenario.fake.emit('deleted', { roomId: 'a', messageIds: [] });
    scenario.state.close();
    await vi.advanceTimersByTimeAsync(1_000);
    await scenario.connect();
    expect(scenario.fake.timesAsked('room.list')).toBe(asked);
  });
});
