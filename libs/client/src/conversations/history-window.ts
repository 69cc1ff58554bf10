import type { Message, MessagePage } from '@parley/protocol';

import type { Outgoing } from '../chat-events.js';
import type { HistoryPage } from '../client-events.js';
import type { Parley } from '../parley.js';
import { partChangeOf } from '../part-changes.js';
import type { Timeline } from '../timeline.js';
import { firstSince } from './first-since.js';

export interface HistoryWindowOptions {
  /** The messages of one request: at most 200. Default 50. */
  readonly pageSize?: number;
  /** When a page is added, messages beyond this number are dropped at the other end. Default 600. */
  readonly maxMessages?: number;
}

/** The pages that a request has returned, and the numbers between which they leave no message out. */
interface Range {
  readonly messages: readonly Message[];
  readonly from: number;
  readonly to: number;
}

/**
 * A part of the history of a room without gaps: the newest messages, or those around an older one. It loads more at
 * both ends, and drops what is too much at the other one. It decides which messages `room.messages` holds, so all
 * changes of messages reach them, and new messages are added only while the window reaches the newest ones. One window
 * a room. Without a connection each request is refused with `offline`, the window stays as it is, and none is repeated.
 */
export class HistoryWindow {
  private readonly timeline: Timeline;
  private readonly pageSize: number;
  private readonly maxMessages: number;
  private readonly handlers = new Set<() => void>();
  private readonly subscriptions: readonly (() => void)[];
  /** No message between these numbers is missing. */
  private from = Infinity;
  private to = Infinity;
  /** Counts what replaces the window: the answer to an earlier request is ignored. */
  private generation = 0;
  private requests = 0;
  /** Changes during a request, whose answer may have been read before them. */
  private changes: (() => void)[] = [];
  /**
   * Whether the reader is at the newest messages. Then a full window drops its oldest messages for new ones, and else
   * it no longer adds new ones.
   */
  isFollowing = true;

  constructor(
    private readonly chat: Pick<Parley, 'ask' | 'on' | 'rooms'>,
    readonly roomId: string,
    { pageSize = 50, maxMessages = 600 }: HistoryWindowOptions = {},
  ) {
    const room = chat.rooms.open(roomId);
    const timeline = chat.rooms.timelineOf(roomId);
    if (!timeline) throw new Error('This room is not open.');
    this.timeline = timeline;
    this.pageSize = pageSize;
    this.maxMessages = maxMessages;
    const { keeps } = this.timeline;
    this.timeline.keeps = (message) => keeps(message) && this.isWithin(message.seq);
    this.subscriptions = [
      () => {
        this.timeline.keeps = keeps;
      },
      room.on('message', () => this.dropForNew()),
      room.on('messages', () => this.emit()),
      room.on('reset', ({ messages }) => this.replaceByReset(messages)),
      room.on('edited', ({ message }) => {
        this.keepChange(() => this.timeline.update(message));
      }),
      room.on('reaction', ({ message, userId }) => this.keepChange(() => this.timeline.merge(message, userId))),
      room.on('pin', ({ message }) => this.keepChange(() => this.timeline.merge(message))),
      room.on('deleted', ({ messageIds }) => {
        this.keepChange(() => this.timeline.remove(messageIds));
      }),
      chat.on('frame', (frame) => {
        const change = partChangeOf(frame);
        if (change) this.keepChange(() => change(this.timeline));
      }),
      chat.on('profile', (user) => {
        this.keepChange(() => this.timeline.updatePart(user));
      }),
    ];
  }

  /** Ends it. `room.messages` goes on with those of the window if it reaches the newest ones, and else without any. */
  close(): void {
    this.generation += 1;
    for (const unsubscribe of this.subscriptions) unsubscribe();
    if (this.hasNewer) this.timeline.reset([]);
  }

  /**
   * The messages of the window, oldest first. If it reaches the newest ones, the user's unsent messages are the last.
   */
  get messages(): readonly (Message | Outgoing)[] {
    const { all } = this.timeline;
    if (!this.isLoaded) return all.filter((message) => !('seq' in message));
    return this.hasNewer ? all.filter((message) => 'seq' in message && message.seq <= this.to) : all;
  }

  /** False until the first messages are loaded. */
  get isLoaded(): boolean {
    return this.from !== Infinity;
  }

  /** Whether there are older messages. */
  get hasOlder(): boolean {
    return this.from !== -Infinity;
  }

  /** Whether there are newer messages, which the window does not add as they arrive. */
  get hasNewer(): boolean {
    return this.to !== Infinity;
  }

  /** Whether a message with this number would be among the messages. */
  contains(seq: number): boolean {
    return this.isLoaded && seq >= this.from && seq <= this.to;
  }

  /**
   * Shows the newest messages that an application has stored, without a request, as long as nothing else is shown or
   * requested: `history.openStored(await store.messages(roomId))`.
   * @param messages in order, without a gap up to the newest that this client has received
   */
  openStored(messages: readonly Message[]): void {
    const [oldest] = messages;
    if (oldest && !this.isLoaded && this.requests === 0) this.show(messages, oldest.seq, Infinity);
  }

  /** Shows the newest messages. */
  openNewest(): Promise<void> {
    return this.open(async () => {
      const page = await this.page({ size: this.pageSize });
      return { messages: page.data.messages, from: startOf(page), to: Infinity };
    });
  }

  /** Shows the messages around a `seq`, which need not be that of a message. */
  openAround(seq: number): Promise<void> {
    return this.open(async () => {
      const [older, newer] = await Promise.all([
        this.page({ before_seq: seq, limit: this.pageSize }),
        this.page({ after_seq: Math.max(0, seq - 1), limit: this.pageSize }),
      ]);
      const messages = [...older.data.messages, ...newer.data.messages];
      return { messages, from: startOf(older, seq), to: endOf(newer, seq) };
    });
  }

  /**
   * Shows the messages around a time.
   * @returns the first message of that time or later; undefined: there is none, and the newest messages are shown
   */
  async openAt(time: Date): Promise<Message | undefined> {
    const newest = await this.page({ size: 1 });
    const first = await firstSince(time, newest.data.messages[0], async (after_seq) => {
      const page = await this.page({ after_seq, limit: 1 });
      return page.data.messages[0];
    });
    await (first ? this.openAround(first.seq) : this.openNewest());
    return first;
  }

  /** Adds a page of older messages. One request at a time. */
  async loadOlder(): Promise<void> {
    if (!this.isLoaded || !this.hasOlder) return;
    await this.extend(async () => {
      const page = await this.page({ before_seq: this.from, limit: this.pageSize });
      return { messages: page.data.messages, from: startOf(page, this.from), to: this.to };
    }, 'older');
  }

  /** Adds a page of newer messages. One request at a time. */
  async loadNewer(): Promise<void> {
    if (!this.hasNewer) return;
    await this.extend(async () => {
      const page = await this.page({ after_seq: this.to, limit: this.pageSize });
      return { messages: page.data.messages, from: this.from, to: endOf(page, this.to) };
    }, 'newer');
  }

  /**
   * @param handler called after each change
   * @returns a function that removes the handler
   */
  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  /** Messages that arrive during a request are held: its answer may reach the newest messages, and not have them. */
  private isWithin(seq: number): boolean {
    return (seq >= this.from || !this.isLoaded) && (seq <= this.to || this.requests > 0);
  }

  private async open(request: () => Promise<Range>): Promise<void> {
    this.generation += 1;
    await this.load(request, ({ messages, from, to }) => this.show(messages, from, to));
  }

  private async extend(request: () => Promise<Range>, end: 'older' | 'newer'): Promise<void> {
    if (this.requests > 0) return;
    const { from: start } = this;
    await this.load(request, ({ messages, from, to }) => {
      // New messages have pushed out the oldest ones: the page does not join what is left.
      if (this.from !== start) return;
      this.show(messages, from, to);
      this.dropAt(end === 'older' ? 'newest' : 'oldest');
    });
  }

  private async load(request: () => Promise<Range>, show: (range: Range) => void): Promise<void> {
    const { generation } = this;
    this.requests += 1;
    try {
      const range = await request();
      this.requests -= 1;
      if (generation === this.generation) show(range);
    } catch (error) {
      this.requests -= 1;
      throw error;
    } finally {
      if (this.requests === 0) this.endRequests();
    }
  }

  private keepChange(change: () => void): void {
    if (this.requests > 0) this.changes.push(change);
  }

  private endRequests(): void {
    for (const change of this.changes) change();
    this.changes = [];
    // Messages that were held are dropped, unless they are in the range.
    this.timeline.add([]);
  }

  private show(messages: readonly Message[], from: number, to: number): void {
    this.from = from;
    this.to = to;
    this.timeline.add(messages);
  }

  private dropForNew(): void {
    if (this.hasNewer || !this.isLoaded) return;
    this.dropAt(this.isFollowing ? 'oldest' : 'newest');
  }

  private dropAt(end: 'oldest' | 'newest'): void {
    const stored = this.messages.filter((message) => 'seq' in message);
    if (stored.length <= this.maxMessages) return;
    if (end === 'newest') this.to = stored[this.maxMessages - 1]?.seq ?? this.to;
    else this.from = stored.at(-this.maxMessages)?.seq ?? this.from;
    this.timeline.add([]);
  }

  /** The messages of a reset are the newest ones: a window elsewhere is loaded anew at its place. */
  private replaceByReset(messages: readonly Message[]): void {
    if (!this.isLoaded) return;
    this.generation += 1;
    if (this.hasNewer) {
      const middle = Math.round((Math.max(0, this.from) + this.to) / 2);
      this.openAround(middle).catch(() => this.show([], Infinity, Infinity));
    } else this.show(messages, messages.length > 0 ? Math.min(...messages.map(({ seq }) => seq)) : -Infinity, Infinity);
  }

  private async page(paginate: HistoryPage): Promise<MessagePage> {
    return (await this.chat.ask('room.messages', { room_id: this.roomId, paginate })).data;
  }

  private emit(): void {
    for (const handler of Array.from(this.handlers)) handler();
  }
}

/** @param before the number that the page ends before, for a page without messages */
const startOf = ({ has_next: hasOlder, data }: MessagePage, before = -Infinity): number =>
  hasOlder ? (data.messages.at(-1)?.seq ?? before) : -Infinity;

/** @param after as for {@link startOf} */
const endOf = ({ has_previous: hasNewer, data }: MessagePage, after: number): number =>
  hasNewer ? (data.messages[0]?.seq ?? after) : Infinity;
