import { ParleyError } from '@parley/client';
import type { Message, Outgoing, Parley } from '@parley/client';
import { HistoryWindow } from '@parley/client/conversations';
import type { HistoryWindowOptions } from '@parley/client/conversations';

import { ObservableState } from './observable-state.js';

export interface Messages {
  /** Oldest first, with the user's unsent ones at the end. */
  readonly messages: readonly (Message | Outgoing)[];
  /** False until the first messages are loaded. */
  readonly isLoaded: boolean;
  readonly hasOlder: boolean;
  /** Whether newer messages were dropped for older ones. */
  readonly hasNewer: boolean;
  readonly isLoading: boolean;
  /** Why the latest request was refused; null: it was not, or there was no connection. */
  readonly error: ParleyError | null;
}

export const NO_MESSAGES: Messages = {
  messages: [],
  isLoaded: false,
  hasOlder: false,
  hasNewer: false,
  isLoading: false,
  error: null,
};

type Chat = Pick<Parley, 'ask' | 'on' | 'rooms' | 'state'>;

/** The newest messages of a room, and the older ones that were asked for. */
export class MessagesState extends ObservableState<Messages> {
  private readonly history: HistoryWindow;
  private requests = 0;
  private error: ParleyError | null = null;

  constructor(
    private readonly chat: Chat,
    readonly roomId: string,
    options: HistoryWindowOptions = {},
  ) {
    super(NO_MESSAGES);
    const isOwn = chat.rooms.timelineOf(roomId) === undefined;
    const history = new HistoryWindow(chat, roomId, options);
    this.history = history;
    this.until(
      history.onChange(() => this.show()),
      chat.on('state', (state) => {
        if (state === 'online' && !history.isLoaded) void this.openNewest();
      }),
      chat.on('outgoing', ({ room_id, pending }) => {
        if (room_id === roomId && pending && history.hasNewer) void this.openNewest();
      }),
      () => {
        history.close();
        // A room that the application has opened itself stays open.
        if (isOwn) chat.rooms.close(roomId);
      },
    );
    this.show();
    if (chat.state === 'online') void this.openNewest();
  }

  openNewest(): Promise<void> {
    return this.load(() => this.history.openNewest());
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
    const { messages, isLoaded, hasNewer } = this.history;
    const hasOlder = isLoaded && this.history.hasOlder;
    this.set({ messages, isLoaded, hasOlder, hasNewer, isLoading: this.requests > 0, error: this.error });
  }
}
