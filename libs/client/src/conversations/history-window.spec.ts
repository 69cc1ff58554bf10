import type { Message, MessagePreviews, ServerFrame } from '@parley/protocol';
import fc from 'fast-check';

import { Emitter } from '../chat-events.js';
import type { Parley } from '../parley.js';
import { partChangeOf } from '../part-changes.js';
import { Rooms } from '../rooms.js';
import type { RoomHost } from '../room.js';
import { HistoryWindow } from './history-window.js';

const ROOM = 'the room';
const HOUR = 3_600_000;

const message = (seq: number): Message =>
  ({
    id: String(seq),
    seq,
    content: 'as sent',
    thread: null,
    also_to_room: false,
    parent_message: null,
    created_at: new Date(seq * HOUR).toISOString(),
    client_message_id: null,
  }) as Message;

interface Paging {
  readonly size?: number;
  readonly before_seq?: number;
  readonly after_seq?: number;
  readonly limit?: number;
}

/** A service with one room, whose frames arrive in order, and a window of that room. */
class Scenario {
  readonly stored: Message[] = [];
  private seq = 0;
  requests = 0;
  /** The answers that the service has read, and not sent. */
  private readonly answers: (() => void)[] = [];
  /** The frames that the service has sent and the client has not received. */
  private readonly sent: (() => void)[] = [];
  private readonly emitter = new Emitter();
  private readonly rooms: Rooms;
  readonly window: HistoryWindow;

  constructor(count: number) {
    const host = { events: this.emitter, ask: this.ask.bind(this) } as unknown as RoomHost;
    const onChange = (roomId: string) => this.emitter.emit('messages', { roomId });
    this.rooms = new Rooms(host, onChange, () => undefined);
    for (let at = 0; at < count; at += 1) this.stored.push(message((this.seq += 1)));
    const chat = { ask: this.ask.bind(this), on: this.emitter.on.bind(this.emitter), rooms: this.rooms };
    this.window = new HistoryWindow(chat as unknown as Parley, ROOM, { pageSize: 5, maxMessages: 20 });
  }

  post(): void {
    const sent = message((this.seq += 1));
    this.stored.push(sent);
    this.sent.push(() => {
      this.rooms.timelineOf(ROOM)?.add([sent]);
      this.emitter.emit('message', { roomId: ROOM, message: sent });
    });
  }

  /** @param at the position of a stored message, as far as there are so many */
  edit(at: number): void {
    const before = this.stored[at % Math.max(1, this.stored.length)];
    if (!before) return;
    const edited = { ...before, content: `edited by ${String((this.seq += 1))}` };
    this.stored[this.stored.indexOf(before)] = edited;
    this.sent.push(() => {
      this.rooms.timelineOf(ROOM)?.update(edited);
      this.emitter.emit('edited', { roomId: ROOM, message: edited });
    });
  }

  /** Previews of a link are added, without an event of the application. */
  preview(at: number): void {
    const before = this.stored[at % Math.max(1, this.stored.length)];
    if (!before) return;
    const link_previews = [
      { url: `https://example.test/${String((this.seq += 1))}` },
    ] as unknown as Message['link_previews'];
    this.stored[this.stored.indexOf(before)] = { ...before, link_previews };
    this.sent.push(() => {
      const data = { message_id: before.id, link_previews };
      const frame = { eventType: 'messagepreview.dispatch', room_id: ROOM, data } as ServerFrame<MessagePreviews>;
      const timeline = this.rooms.timelineOf(ROOM);
      if (timeline) partChangeOf(frame)?.(timeline);
      this.emitter.emit('frame', frame);
    });
  }

  delete(at: number): void {
    const [gone] = this.stored.splice(at % Math.max(1, this.stored.length), 1);
    if (!gone) return;
    this.sent.push(() => {
      this.rooms.timelineOf(ROOM)?.remove([gone.id]);
      this.emitter.emit('deleted', { roomId: ROOM, messageIds: [gone.id] });
    });
  }

  reset(): void {
    const newest = this.stored.slice(-7);
    this.sent.push(() => {
      this.rooms.timelineOf(ROOM)?.reset(newest);
      this.emitter.emit('reset', { roomId: ROOM, messages: newest });
    });
  }

  /** Shows the newest messages, as many as were stored. */
  openStored(count: number): void {
    this.window.openStored(count === 0 ? [] : this.stored.slice(-count));
  }

  /** The service sends the answers. */
  answer(): void {
    this.sent.push(...this.answers.splice(0));
  }

  /** The client receives the next frames, or all with all answers. */
  async receive(count = Infinity): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      if (count === Infinity) this.answer();
      const next = this.sent.shift();
      if (!next) return;
      next();
      // The requests that follow from an answer.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    }
  }

  async after(action: () => Promise<unknown>): Promise<void> {
    const done = action();
    await this.receive();
    await done;
  }

  get seqs(): number[] {
    return this.window.messages.map((each) => (each as Message).seq);
  }

  /** The messages are those of the service, without one that is missing in between or at an end. */
  check(): void {
    const { window, stored } = this;
    const shown = window.messages as readonly Message[];
    const [first, last] = [shown[0]?.seq ?? 0, shown.at(-1)?.seq ?? 0];
    const inRange = stored.filter(({ seq }) => seq >= first && seq <= last);
    expect(shown).toEqual(inRange);
    if (shown.length === 0) return;
    if (!window.hasNewer) expect(last).toBe(stored.at(-1)?.seq);
    if (!window.hasOlder) expect(first).toBe(stored[0]?.seq);
    expect(shown.length).toBeLessThanOrEqual(25);
  }

  private ask(_event: string, { paginate }: { paginate: Paging }): Promise<unknown> {
    this.requests += 1;
    const { before_seq: before = Infinity, after_seq: after, limit = 50, size = limit } = paginate;
    const messages =
      after === undefined
        ? this.stored.filter(({ seq }) => seq < before).slice(-size)
        : this.stored.filter(({ seq }) => seq > after).slice(0, size);
    const [from, to] = [messages[0]?.seq ?? before, messages.at(-1)?.seq ?? after ?? before];
    const data = {
      has_next: this.stored.some(({ seq }) => seq < from && !(messages.length === 0 && after !== undefined)),
      has_previous: this.stored.some(({ seq }) => seq > to),
      data: { messages: messages.toReversed() },
    };
    return new Promise((resolve) => {
      this.answers.push(() => resolve({ data }));
    });
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('HistoryWindow', () => {
  it('opens at the newest messages, and adds those that arrive', async () => {
    const scenario = new Scenario(100);
    await scenario.after(() => scenario.window.openNewest());
    expect(scenario.seqs).toEqual(range(96, 100));
    expect(scenario.window).toMatchObject({ hasOlder: true, hasNewer: false });
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs).toEqual(range(96, 101));
  });

  it('opens around an older message, loads both ways, and joins with the newest messages', async () => {
    const scenario = new Scenario(20);
    await scenario.after(() => scenario.window.openAround(10));
    expect(scenario.seqs).toEqual(range(5, 14));
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs).toEqual(range(5, 14));
    await scenario.after(() => scenario.window.loadOlder());
    expect(scenario.seqs).toEqual(range(1, 14));
    expect(scenario.window.hasOlder).toBe(false);
    for (let pages = 0; pages < 2; pages += 1) await scenario.after(() => scenario.window.loadNewer());
    expect([scenario.window.hasNewer, scenario.seqs.at(-1)]).toEqual([false, 21]);
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs.at(-1)).toBe(22);
  });

  it('drops messages at the other end, or new ones for a reader who is not at the newest', async () => {
    const scenario = new Scenario(100);
    await scenario.after(() => scenario.window.openNewest());
    for (let pages = 0; pages < 5; pages += 1) await scenario.after(() => scenario.window.loadOlder());
    expect(scenario.seqs).toEqual(range(71, 90));
    for (let pages = 0; pages < 2; pages += 1) await scenario.after(() => scenario.window.loadNewer());
    expect(scenario.seqs).toEqual(range(81, 100));
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs).toEqual(range(82, 101));
    scenario.window.isFollowing = false;
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs).toEqual(range(82, 101));
    expect(scenario.window.hasNewer).toBe(true);
  });

  it('opens at a time with few requests', async () => {
    const scenario = new Scenario(1_000);
    let found: Message | undefined;
    await scenario.after(async () => (found = await scenario.window.openAt(new Date(333.5 * HOUR))));
    expect(found?.seq).toBe(334);
    expect(scenario.seqs).toEqual(range(329, 338));
    expect(scenario.requests).toBeLessThanOrEqual(13);
    await scenario.after(async () => (found = await scenario.window.openAt(new Date(2_000 * HOUR))));
    expect(found).toBeUndefined();
    expect(scenario.seqs.at(-1)).toBe(1_000);
  });

  it('keeps a message that arrives before an answer that was read earlier, and ignores the answer to an earlier request', async () => {
    const scenario = new Scenario(20);
    await scenario.after(() => scenario.window.openAround(14));
    void scenario.window.loadNewer();
    scenario.post();
    await scenario.receive(1);
    expect(scenario.seqs).toEqual(range(9, 18));
    await scenario.receive();
    expect(scenario.seqs).toEqual(range(9, 21));
    void scenario.window.openAround(3);
    void scenario.window.openNewest();
    await scenario.receive();
    expect(scenario.seqs.at(-1)).toBe(21);
  });

  it('shows stored messages without a request, and loads older ones than these', async () => {
    const scenario = new Scenario(100);
    scenario.openStored(8);
    expect([scenario.seqs, scenario.requests]).toEqual([range(93, 100), 0]);
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs).toEqual(range(93, 101));
    await scenario.after(() => scenario.window.loadOlder());
    expect(scenario.seqs).toEqual(range(88, 101));
    scenario.openStored(3);
    expect(scenario.seqs).toEqual(range(88, 101));
  });

  it('ends so that no message is missing between those of the room', async () => {
    const scenario = new Scenario(100);
    await scenario.after(() => scenario.window.openAround(10));
    scenario.window.close();
    scenario.post();
    await scenario.receive();
    expect(scenario.seqs).toEqual([]);
  });

  it('has no gap, whatever happens in which order', async () => {
    const steps = [
      'post',
      'edit',
      'preview',
      'delete',
      'reset',
      'answer',
      'receive',
      'newest',
      'around',
      'older',
      'newer',
    ] as const;
    const step = fc.tuple(fc.constantFrom(...steps), fc.nat(60));
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.nat(20), fc.array(step, { maxLength: 60 }), async (count, stored, given) => {
        const scenario = new Scenario(count);
        scenario.openStored(stored);
        const { window } = scenario;
        const actions: Record<(typeof steps)[number], (at: number) => unknown> = {
          post: () => scenario.post(),
          edit: (at) => scenario.edit(at),
          preview: (at) => scenario.preview(at),
          delete: (at) => scenario.delete(at),
          reset: () => scenario.reset(),
          answer: () => scenario.answer(),
          receive: (at) => scenario.receive(at % 4),
          newest: () => void window.openNewest(),
          around: (at) => void window.openAround(at),
          older: () => void window.loadOlder(),
          newer: () => void window.loadNewer(),
        };
        for (const [name, at] of given) {
          window.isFollowing = at % 2 === 0;
          await actions[name](at);
        }
        await scenario.receive();
        scenario.check();
      }),
      { numRuns: 300 },
    );
  });
});
