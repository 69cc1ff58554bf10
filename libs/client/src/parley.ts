import type { Presence, Profile, SearchPage, ServerFrame } from '@parley/protocol';

import { Emitter } from './chat-events.js';
import type { ChatEvents } from './chat-events.js';
import type { ClientEvents } from './client-events.js';
import type { ParleyOptions } from './options.js';
import type { State } from './reconnecting-socket.js';
import type { Rooms } from './rooms.js';
import { Session } from './session.js';
import type { SyncFields } from './sync.js';

/** A chat client: it keeps a connection to the service open, and the application up to date. */
export class Parley {
  private readonly emitter = new Emitter();
  private readonly session: Session;

  /** @throws TypeError for an invalid address, Error when there is no WebSocket */
  constructor(options: ParleyOptions) {
    this.session = new Session(options, this.emitter);
  }

  get state(): State {
    return this.session.state;
  }

  get rooms(): Rooms {
    return this.session.rooms;
  }

  /** @returns a function that removes the handler */
  on<Name extends keyof ChatEvents>(name: Name, handler: (event: ChatEvents[Name]) => void): () => void {
    return this.emitter.on(name, handler);
  }

  /**
   * Connects, and reconnects until `close`. `state` events report the progress. Messages can be sent before the
   * returned promise resolves: they are queued. It resolves when the application has received everything that it
   * missed.
   * @throws ParleyError when the client stops, or is closed, before that
   */
  connect(): Promise<void> {
    return this.session.connect();
  }

  /** Disconnects, and resolves when the state is stored. Unsent messages stay queued for the next `connect`. */
  close(): Promise<void> {
    return this.session.close();
  }

  /**
   * Sends one request to the service, without a retry.
   * @returns the answer; for a change of a room, the user's own copy of the broadcast
   * @throws ParleyError when the request is refused, or there is no connection
   */
  ask<Name extends keyof ClientEvents>(
    eventType: Name,
    data: ClientEvents[Name]['data'],
  ): Promise<ClientEvents[Name]['answer']>;
  ask(eventType: string, data: object): Promise<ServerFrame>;
  ask(eventType: string, data: object): Promise<ServerFrame> {
    return this.session.ask(eventType as never, data as never);
  }

  /**
   * Finds a user by the complete username.
   * @throws ParleyError 4004 when there is no such user
   */
  async find(username: string): Promise<Profile> {
    return (await this.ask('user.find', { username })).data;
  }

  /**
   * Finds the messages that contain all words of the query, in one room or in all rooms of the user.
   * @param options.before `next_before` of the previous page
   * @param options.limit 1 to 50; default 20
   */
  async search(
    query: string,
    options: { readonly roomId?: string; readonly before?: string; readonly limit?: number } = {},
  ): Promise<SearchPage> {
    const { roomId: room_id, before, limit } = options;
    return (await this.ask('message.search', { query, room_id, before, limit })).data;
  }

  /**
   * Requests more with each sync, such as the private state. The pages of the answer are emitted as `frame`.
   * @param request returns the further fields of `session.sync`, for a connection with this `meta` in its first frame
   * @returns a function that starts a sync, unless one is running or there is no connection
   */
  syncMore(request: SyncFields): () => void {
    return this.session.syncMore(request);
  }

  /** Marks notifications as seen: they are not sent again. */
  async acknowledgeNotifications(...ids: string[]): Promise<void> {
    await this.ask('notification.acknowledge', { notification_id: ids });
  }

  /**
   * Subscribes to the presence of these users, in place of the previous ones, on this and all later connections.
   * Changes are emitted as `presence`.
   * @returns their current presence
   */
  watchPresence(...userIds: number[]): Promise<readonly Presence[]> {
    return this.session.watchPresence(userIds);
  }
}
