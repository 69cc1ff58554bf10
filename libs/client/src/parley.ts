import type { Presence, SearchPage, ServerFrame, User } from '@parley/protocol';

import type { ChatEvents } from './chat-events.js';
import type { ClientEvents } from './client-events.js';
import { Conversation } from './conversation.js';
import { Emitter } from './emitter.js';
import type { State } from './link.js';
import type { ParleyOptions } from './options.js';
import type { Rooms } from './rooms.js';

/** A chat client: it keeps a line to the service, and the application up to date. */
export class Parley {
  private readonly emitter = new Emitter<ChatEvents>();
  private readonly conversation: Conversation;
  private readonly hurry = (): void => {
    this.conversation.hurry();
  };

  /** @throws TypeError where the address is none, Error where there is no WebSocket */
  constructor(options: ParleyOptions) {
    this.conversation = new Conversation(options, this.emitter);
  }

  get state(): State {
    return this.conversation.state;
  }

  get rooms(): Rooms {
    return this.conversation.rooms;
  }

  /** @returns stops listening */
  on<Name extends keyof ChatEvents>(name: Name, handler: (told: ChatEvents[Name]) => void): () => void {
    return this.emitter.on(name, handler);
  }

  /**
   * Gets a line and keeps it until `close`. Whatever happens to it is told by `state`, and nobody has to wait for it:
   * what is sent meanwhile is queued.
   * @returns once the application has been told everything that it missed
   * @throws ParleyError where the client stops, or is closed, before that
   */
  async connect(): Promise<void> {
    (globalThis as Partial<EventTarget>).addEventListener?.('online', this.hurry);
    await this.conversation.starts();
  }

  /** @returns once what is to survive is kept. Messages that are not sent yet wait there for the next `connect` */
  async close(): Promise<void> {
    (globalThis as Partial<EventTarget>).removeEventListener?.('online', this.hurry);
    await this.conversation.ends();
  }

  /**
   * Asks the service, once.
   * @returns the answer: where a room is told of it, the user's own copy of that
   * @throws ParleyError where it is refused, or there is no line
   */
  ask<Name extends keyof ClientEvents>(
    eventType: Name,
    data: ClientEvents[Name]['data'],
  ): Promise<ClientEvents[Name]['answer']>;
  ask(eventType: string, data: object): Promise<ServerFrame>;
  ask(eventType: string, data: object): Promise<ServerFrame> {
    return this.conversation.ask(eventType as never, data as never);
  }

  /**
   * Who has this username, to begin a room with them.
   * @throws ParleyError 4004 where nobody has it
   */
  async find(username: string): Promise<User> {
    return (await this.ask('user.find', { username })).data;
  }

  /**
   * Messages in which all words of the query are, in one room or in all that the user is in.
   * @param options.before `next_before` of the page before
   * @param options.limit 1 to 50; 20 if left out
   */
  async search(
    query: string,
    options: { readonly roomId?: string; readonly before?: string; readonly limit?: number } = {},
  ): Promise<SearchPage> {
    const { roomId: room_id, before, limit } = options;
    return (await this.ask('message.search', { query, room_id, before, limit })).data;
  }

  /** Notifications that need not be shown again. */
  async acknowledgeNotifications(...ids: string[]): Promise<void> {
    await this.ask('notification.acknowledge', { notification_id: ids });
  }

  /**
   * Watches these users, in place of those before, on this line and those that follow: `presence` tells of changes.
   * @returns how they are now
   */
  watchPresence(...userIds: number[]): Promise<readonly Presence[]> {
    return this.conversation.watches(userIds);
  }
}
