import { ParleyError } from '@parley/client';
import type { Message, Outgoing, Parley } from '@parley/client';
import { HistoryWindow } from '@parley/client/conversations';
import type { HistoryWindowOptions } from '@parley/client/conversations';

import { holdRoom } from './held-rooms.js';
import { ObservableState } from './observable-state.js';

/** A message; if it is not among the messages, the next one is meant. */
export type MessageTarget = Pick<Message, 'seq'>;

export interface Messages {
  /** Oldest first, with the user's unsent ones at the end. */
  readonly messages: readonly (Message | Outgoing)[];
  /** False until the first messages are loaded. */
  readonly isLoaded: boolean;
  readonly hasOlder: boolean;
  /** Whether newer messages were dropped for older ones. */
  readonly hasNewer: boolean;
  readonly isLoading: boolean;
  /** What lists scroll to, a new object for each request; null: nothing was asked for. */
  readonly target: MessageTarget | null;
  /** Why the latest request was refused; null: it was not, or there was no connection. */
  readonly error: ParleyError | null;
}

export const NO_MESSAGES: Messages = {
  messages: [],
  isLoaded: false,
  hasOlder: false,
  hasNewer: false,
  isLoading: false,
  target: null,
  error: null,
};

type Chat = Pick<Parley, 'ask' | 'on' | 'rooms' | 'state'>;

/** The newest messages of a room or those around another one, and the older and newer ones that were asked for. */
export class MessagesState extends ObservableState<Messages> {
  private readonly history: HistoryWindow;
  private requests = 0;
  private error: ParleyError | null = null;
  /** Its messages are not loaded yet. */
  private wanted: MessageTarget | null = null;
  private target: MessageTarget | null = null;

  constructor(
    private readonly chat: Chat,
    readonly roomId: string,
    options: HistoryWindowOptions = {},
  ) {
    super(NO_MESSAGES);
    const release = holdRoom(chat.rooms, roomId);
    const history = new HistoryWindow(chat, roomId, options);
    this.history = history;
    this.until(
      history.onChange(() => this.show()),
      chat.on('state', (state) => {
        if (state !== 'online') return;
        if (this.wanted) void this.openAround(this.wanted.seq);
        else if (!history.isLoaded) void this.openNewest();
      }),
      chat.on('outgoing', (message) => {
        const isShown = message.room_id === roomId && isOfRoom(message);
        if (isShown && message.pending && history.hasNewer) void this.openNewest();
      }),
      () => history.close(),
      release,
    );
    this.show();
    if (chat.state === 'online') void this.openNewest();
  }

  openNewest(): Promise<void> {
    this.wanted = null;
    this.target = null;
    return this.load(() => this.history.openNewest());
  }

  /** Shows a message, however old it is. Without a connection: on the next one. */
  async openAround(seq: number): Promise<void> {
    const wanted = { seq };
    this.wanted = wanted;
    if (this.history.contains(seq)) this.show();
    else await this.load(() => this.history.openAround(seq));
    // It was refused: the next connection brings nothing that the user no longer waits for.
    if (this.error && this.wanted === wanted) this.wanted = null;
  }

  /** Adds a page of older messages, if there are any. */
  async loadOlder(): Promise<void> {
    const { isLoading, hasOlder } = this.snapshot;
    if (hasOlder && !isLoading) await this.load(() => this.history.loadOlder());
  }

  /** Adds a page of newer messages, if some were dropped. */
  async loadNewer(): Promise<void> {
    const { isLoading, hasNewer } = this.snapshot;
    if (hasNewer && !isLoading) await this.load(() => this.history.loadNewer());
  }

  /** Whether the reader is at the newest message: then new messages replace the oldest ones of a full window. */
  follow(isAtEnd: boolean): void {
    this.history.isFollowing = isAtEnd;
  }

  private async load(request: () => Promise<void>): Promise<void> {
    this.requests += 1;
    this.show();
    try {
      await request();
      this.error = null;
    } catch (error) {
      // Without a connection: loaded on the next one.
      this.error = error instanceof ParleyError && error.code !== 'offline' ? error : null;
    } finally {
      this.requests -= 1;
      this.show();
    }
  }

  private show(): void {
    const { isLoaded, hasNewer } = this.history;
    if (this.wanted && this.history.contains(this.wanted.seq)) {
      this.target = this.wanted;
      this.wanted = null;
    }
    const { target, error } = this;
    const messages = this.history.messages.filter(isOfRoom);
    const hasOlder = isLoaded && this.history.hasOlder;
    this.set({ messages, isLoaded, hasOlder, hasNewer, isLoading: this.requests > 0, target, error });
  }
}

/** An unsent reply that is to stand in its thread alone is not among the messages of the room. */
const isOfRoom = (message: Message | Outgoing): boolean =>
  'seq' in message || message.extra_fields.thread_id === undefined || message.extra_fields.also_to_room === true;
