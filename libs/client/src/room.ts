import type { Message, Room as RoomObject } from '@parley/protocol';

import type { ChatEvents, Outgoing } from './chat-events.js';
import type { Ask, NewAttachment, Permission, RoleAction, RoomChanges } from './client-events.js';
import type { Timeline } from './timeline.js';

/** Events that tell of one room. */
export type RoomEvents = {
  [Name in keyof ChatEvents as ChatEvents[Name] extends { readonly roomId: string } ? Name : never]: ChatEvents[Name];
};

export interface SendOptions {
  /** The id of a message of this room. */
  readonly replyTo?: string;
  /** The id of a message that the user may read. */
  readonly forward?: string;
  readonly media?: readonly NewAttachment[];
}

export interface HistoryOptions {
  /** Messages below this number. Default: below the oldest of `messages`; where there are none, the newest. */
  readonly before?: number;
  /** At most 200. Default 50. */
  readonly limit?: number;
}

/** What a room asks of the client that opened it. */
export interface Host {
  readonly ask: Ask;
  on<Name extends keyof ChatEvents>(name: Name, handler: (told: ChatEvents[Name]) => void): () => void;
  send(roomId: string, content: string, extraFields: Readonly<Record<string, unknown>>): Promise<Message>;
  reads(roomId: string, upToSeq: number): void;
  types(roomId: string): void;
}

/** One room that the application shows. What is refused is thrown as a `ParleyError`. */
export class Room {
  constructor(
    readonly id: string,
    private readonly host: Host,
    private readonly timeline: Timeline,
  ) {}

  /**
   * What was told since the room was opened and what was read of its history, in order; then one's own messages that are
   * on their way (`pending: true`) or were refused (`pending: false`, with an `error`). A new array when it has changed.
   */
  get messages(): readonly (Message | Outgoing)[] {
    return this.timeline.all;
  }

  /** As `chat.on`, of this room alone. */
  on<Name extends keyof RoomEvents & keyof ChatEvents>(
    name: Name,
    handler: (told: ChatEvents[Name]) => void,
  ): () => void {
    return this.host.on(name, (told) => {
      if (told.roomId === this.id) handler(told);
    });
  }

  /**
   * Sends a message, now or as soon as there is a line: it is queued, shown as pending, and sent until it is answered.
   * @returns the message, once it is stored
   * @throws ParleyError where it is refused for good
   */
  send(text: string, { replyTo, forward, media }: SendOptions = {}): Promise<Message> {
    return this.host.send(this.id, text, {
      ...(replyTo === undefined ? {} : { parent_message_id: replyTo }),
      ...(forward === undefined ? {} : { forwarded_from_id: forward }),
      ...(media === undefined ? {} : { media }),
    });
  }

  /** Forgets a message of `messages` that was refused. */
  discard(clientMessageId: string): void {
    const isIt = (message: Message | Outgoing): boolean =>
      'pending' in message && !message.pending && message.client_message_id === clientMessageId;
    if (this.timeline.all.some(isIt)) this.timeline.arrives(clientMessageId);
  }

  /**
   * Reads older messages, which `messages` has from then on.
   * @returns them, newest first, and whether there are more
   */
  async history({ before = this.timeline.oldest?.seq, limit = 50 }: HistoryOptions = {}): Promise<{
    readonly messages: readonly Message[];
    readonly more: boolean;
  }> {
    const paginate = before === undefined ? { size: limit } : { before_seq: before, limit };
    const { data: page } = await this.host.ask('room.messages', { room_id: this.id, paginate });
    this.timeline.add(page.data.messages);
    return { messages: page.data.messages, more: page.has_next };
  }

  async edit(messageId: string, content: string): Promise<void> {
    const extra_fields = { content };
    await this.host.ask('message.modify', { action: 'update', message_id: messageId, extra_fields });
  }

  async delete(...messageIds: string[]): Promise<void> {
    await this.host.ask('message.modify', { action: 'delete', message_id: messageIds });
  }

  /** In place of an earlier reaction of the user's. */
  async react(messageId: string, reaction: string): Promise<void> {
    await this.host.ask('message.react', { type: 'add', message_id: messageId, reaction_content: reaction });
  }

  /** @param reaction that is there */
  async unreact(messageId: string, reaction: string): Promise<void> {
    await this.host.ask('message.react', { type: 'remove', message_id: messageId, reaction_content: reaction });
  }

  /** Says that these have arrived. */
  async acknowledge(...messageIds: string[]): Promise<void> {
    await this.host.ask('message.acknowledged', { message_id: messageIds });
  }

  /**
   * The user has read everything up to a number: told in a moment, with what else is read meanwhile, and once there is a
   * line. @param upToSeq default: that of the newest of `messages`
   */
  markRead(upToSeq = this.timeline.newest?.seq): void {
    if (upToSeq !== undefined) this.host.reads(this.id, upToSeq);
  }

  /** To be called with every key: the room is told every two seconds. */
  typing(): void {
    this.host.types(this.id);
  }

  async info(): Promise<RoomObject> {
    return (await this.host.ask('room.info', { room_id: this.id })).data;
  }

  /** @returns whether the user is in: else the room's admins have been asked */
  async join(): Promise<boolean> {
    return 'room' in (await this.host.ask('room.join', { room_id: this.id })).data;
  }

  async leave(): Promise<void> {
    await this.host.ask('room.leave', { room_id: this.id });
  }

  async add(...userIds: number[]): Promise<void> {
    await this.host.ask('room.add_members', { room_id: this.id, members: userIds });
  }

  async remove(...userIds: number[]): Promise<void> {
    await this.host.ask('room.remove_members', { room_id: this.id, members: userIds });
  }

  async update(changes: RoomChanges): Promise<void> {
    await this.host.ask('room.modify', { room_id: this.id, action: 'update', data: changes });
  }

  async setRole(action: RoleAction, ...users: number[]): Promise<void> {
    await this.host.ask('room.modify', { room_id: this.id, action, data: { users } });
  }

  async permit(permission: readonly Permission[], ...users: number[]): Promise<void> {
    await this.host.ask('room.modify', { room_id: this.id, action: 'add_permission', data: { users, permission } });
  }

  async forbid(permission: readonly Permission[], ...users: number[]): Promise<void> {
    await this.host.ask('room.modify', { room_id: this.id, action: 'remove_permission', data: { users, permission } });
  }

  /** The room itself, for everybody. */
  async destroy(): Promise<void> {
    await this.host.ask('room.modify', { room_id: this.id, action: 'delete' });
  }
}
