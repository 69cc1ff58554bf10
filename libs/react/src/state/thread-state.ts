import { mergeMessage, mergeUser, ParleyError } from '@parley/client';
import type { ChatEvents, Message, Outgoing, Parley } from '@parley/client';
import type { Threads } from '@parley/client/conversations';

import { holdRoom } from './held-rooms.js';
import { ObservableState } from './observable-state.js';

export interface ThreadMessages {
  /** The message that started it, the replies, and the user's unsent ones at the end. */
  readonly messages: readonly (Message | Outgoing)[];
  /** False until the first messages are loaded. */
  readonly isLoaded: boolean;
  readonly isLoading: boolean;
  readonly hasOlder: boolean;
  /** Why the latest request was refused; null: it was not, or there was no connection. */
  readonly error: ParleyError | null;
}

export const NO_THREAD: ThreadMessages = {
  messages: [],
  isLoaded: false,
  isLoading: false,
  hasOlder: false,
  error: null,
};

type Chat = Pick<Parley, 'on' | 'rooms' | 'state'>;
type Changed = ChatEvents['reaction']['message'];

/** The newest messages of a thread, and the older ones that were asked for. */
export class ThreadState extends ObservableState<ThreadMessages> {
  private stored: ReadonlyMap<string, Message> = new Map();
  private isLoaded = false;
  private hasOlder = false;
  private requests = 0;
  private error: ParleyError | null = null;
  private readUpTo = 0;

  constructor(
    private readonly chat: Chat,
    private readonly threads: Pick<Threads, 'messages' | 'markRead'>,
    private readonly roomId: string,
    private readonly threadId: string,
  ) {
    super(NO_THREAD);
    // Unsent replies are among those of the room.
    this.until(holdRoom(chat.rooms, roomId));
    this.listen();
    if (chat.state === 'online') void this.loadNewest();
  }

  /** Adds a page of older messages, if there are any. */
  async loadOlder(): Promise<void> {
    const before = Math.min(...[...this.stored.values()].map(({ seq }) => seq));
    if (this.hasOlder && this.requests === 0) await this.load({ before });
  }

  /** Reports that the user has read the replies up to a `seq`: once each, and not without a connection. */
  markRead(upToSeq: number): void {
    if (upToSeq <= this.readUpTo || this.chat.state !== 'online') return;
    const before = this.readUpTo;
    this.readUpTo = upToSeq;
    this.threads.markRead(this.roomId, this.threadId, upToSeq).catch(() => {
      this.readUpTo = Math.min(this.readUpTo, before);
    });
  }

  private listen(): void {
    const { chat, roomId } = this;
    this.until(
      chat.on('state', (state) => {
        if (state === 'online') void this.loadNewest();
      }),
      chat.on('message', ({ message }) => {
        if (message.thread?.id === this.threadId) this.add([message]);
      }),
      chat.on('edited', ({ message }) => this.change(message.id, () => message)),
      chat.on('reaction', ({ message, userId }) => this.merge(message, userId)),
      chat.on('pin', ({ message }) => this.merge(message)),
      chat.on('deleted', ({ messageIds }) => this.remove(messageIds)),
      chat.on('profile', (user) => {
        this.show(new Map(mergeUser([...this.stored.values()], user).map((each) => [each.id, each])));
      }),
      chat.on('reset', (reset) => {
        if (reset.roomId === roomId) void this.loadNewest();
      }),
      chat.on('messages', (changed) => {
        if (changed.roomId === roomId) this.show();
      }),
    );
  }

  private loadNewest(): Promise<void> {
    return this.load({});
  }

  private async load(place: { readonly before?: number }): Promise<void> {
    const { roomId, threadId } = this;
    this.requests += 1;
    this.show();
    try {
      const page = await this.threads.messages(roomId, threadId, place);
      if (place.before === undefined) this.keepAfter(page.messages);
      this.hasOlder = page.has_next;
      this.isLoaded = true;
      this.error = null;
      this.add(page.messages);
    } catch (error) {
      // Without a connection: loaded on the next one.
      this.error = error instanceof ParleyError && error.code !== 'offline' ? error : null;
    } finally {
      this.requests -= 1;
      this.show();
    }
  }

  /** Some may be missing before the newest messages: only those that came after them are kept. */
  private keepAfter(newest: readonly Message[]): void {
    const last = Math.max(...newest.map(({ seq }) => seq));
    this.stored = new Map([...this.stored].filter(([, { seq }]) => seq > last));
  }

  private add(messages: readonly Message[]): void {
    const all = [...this.stored.values(), ...messages].sort((one, other) => one.seq - other.seq);
    this.show(new Map(all.map((message) => [message.id, message])));
  }

  private merge(changed: Changed, userId?: number | null): void {
    this.change(changed.id, (known) => mergeMessage(known, changed, userId));
  }

  private change(id: string, changed: (known: Message) => Message): void {
    const known = this.stored.get(id);
    if (known) this.show(new Map(this.stored).set(id, changed(known)));
  }

  /** The message that started the thread stays, without its content. */
  private remove(ids: readonly string[]): void {
    const { threadId } = this;
    if (ids.includes(threadId)) this.change(threadId, (start) => ({ ...start, is_deleted: true, content: '' }));
    this.show(new Map([...this.stored].filter(([id]) => id === threadId || !ids.includes(id))));
  }

  private show(stored = this.stored): void {
    this.stored = stored;
    const { isLoaded, hasOlder, error } = this;
    const messages = [...stored.values(), ...this.unsent()];
    this.set({ messages, isLoaded, hasOlder, error, isLoading: this.requests > 0 });
  }

  private unsent(): readonly Outgoing[] {
    const all = this.chat.rooms.timelineOf(this.roomId)?.all ?? [];
    return all.filter(
      (message): message is Outgoing => !('seq' in message) && message.extra_fields.thread_id === this.threadId,
    );
  }
}
