import type { Message, Room as RoomObject } from '@parley/protocol';

import type { ChatEvents, Emitter, Outgoing } from './chat-events.js';
import type { Ask, Permission, RoleAction } from './client-events.js';
import type { NewAttachment, NewPoll, UploadedFile } from './new-message.js';
import type { KnownRoom } from './known-room.js';
import type { Outbox } from './outbox.js';
import type { ReadReporter } from './read-reporter.js';
import type { RoomChanges } from './setting-changes.js';
import type { Timeline } from './timeline.js';
import type { TypingNotifier } from './typing.js';
import { uuid } from './uuid.js';

/** The events that concern one room. */
export type RoomEvents = {
  [Name in keyof ChatEvents as ChatEvents[Name] extends { readonly roomId: string } ? Name : never]: ChatEvents[Name];
};

export interface SendOptions {
  /** The id of a message of this room. */
  readonly replyTo?: string;
  /** The id of a message that the user can read. */
  readonly forward?: string;
  /** The id of that message's room, which spares the service a lookup. */
  readonly forwardRoom?: string;
  readonly media?: readonly (NewAttachment | UploadedFile)[];
  /** The ids of members. */
  readonly mentions?: readonly number[];
  /** Whether the message mentions the whole room. */
  readonly mentionRoom?: boolean;
  /** The application's own object. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The application's own type of message. */
  readonly kind?: string;
  /** Whether members are not notified. */
  readonly silent?: boolean;
  /** The text is its question: see `Polls` of `@parley/client/conversations`. */
  readonly poll?: NewPoll;
}

/** The changes of an edit besides the text. Omitted fields are not changed. */
export type EditOptions = Pick<SendOptions, 'mentions' | 'mentionRoom' | 'metadata'>;

export interface HistoryOptions {
  /** Messages with a lower `seq`. Default: older than the oldest of `messages`, or the newest if there are none. */
  readonly before?: number;
  /** At most 200. Default 50. */
  readonly limit?: number;
}

/** The `extra_fields` of a message, without those that are undefined, which storage would not keep. */
export const fieldsOf = ({
  replyTo,
  forward,
  forwardRoom,
  mentionRoom,
  ...others
}: SendOptions): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({
      ...others,
      parent_message_id: replyTo,
      forwarded_from_id: forward,
      forwarded_from_room_id: forwardRoom,
      mention_room: mentionRoom,
    }).filter(([, value]) => value !== undefined),
  );

/** The parts of the client that a room uses. */
export interface RoomHost {
  readonly ask: Ask;
  readonly events: Pick<Emitter, 'on'>;
  readonly outbox: Pick<Outbox, 'enqueue'>;
  readonly readReporter: Pick<ReadReporter, 'report'>;
  readonly typing: Pick<TypingNotifier, 'notify'>;
}

/** One room that the application shows. Refused requests reject with a `ParleyError`. */
export class Room {
  constructor(
    readonly id: string,
    private readonly host: RoomHost,
    private readonly timeline: Timeline,
    private readonly known: KnownRoom,
  ) {}

  /**
   * The messages received since the room was opened and those loaded from its history, in order. After them come the
   * user's unsent messages: queued (`pending: true`) or refused (`pending: false`, with an `error`). A new array after
   * each change.
   */
  get messages(): readonly (Message | Outgoing)[] {
    return this.timeline.all;
  }

  /** Like `chat.on`, for this room only. */
  on<Name extends keyof RoomEvents & keyof ChatEvents>(
    name: Name,
    handler: (event: ChatEvents[Name]) => void,
  ): () => void {
    return this.host.events.on(name, (event) => {
      if (event.roomId === this.id) handler(event);
    });
  }

  /**
   * Queues a message and sends it as soon as there is a connection. It is retried until the service answers, and is
   * pending until then.
   * @returns the stored message
   * @throws ParleyError when it is refused permanently
   */
  send(text: string, options: SendOptions = {}): Promise<Message> {
    return this.host.outbox.enqueue({
      room_id: this.id,
      client_message_id: uuid(),
      content: text,
      extra_fields: fieldsOf(options),
      created_at: new Date().toISOString(),
    });
  }

  /** Removes a refused message from `messages`. */
  discard(clientMessageId: string): void {
    const isIt = (message: Message | Outgoing): boolean =>
      'pending' in message && !message.pending && message.client_message_id === clientMessageId;
    if (this.timeline.all.some(isIt)) this.timeline.removeOutgoing(clientMessageId);
  }

  /**
   * Loads older messages and adds them to `messages`.
   * @returns the loaded messages, newest first, and whether there are more
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

  /** @param content undefined: the text stays */
  async edit(messageId: string, content?: string, options: EditOptions = {}): Promise<void> {
    const extra_fields = { content, ...fieldsOf(options) };
    await this.host.ask('message.modify', { room_id: this.id, action: 'update', message_id: messageId, extra_fields });
  }

  async delete(...messageIds: string[]): Promise<void> {
    await this.host.ask('message.modify', { room_id: this.id, action: 'delete', message_id: messageIds });
  }

  /** Adds a reaction of the user, in place of an earlier one unless the room has `reactions: 'many'`. */
  async react(messageId: string, reaction: string): Promise<void> {
    await this.reaction('add', messageId, reaction);
  }

  /** @param reaction a reaction of the user */
  async unreact(messageId: string, reaction: string): Promise<void> {
    await this.reaction('remove', messageId, reaction);
  }

  private async reaction(type: 'add' | 'remove', message_id: string, reaction_content: string): Promise<void> {
    await this.host.ask('message.react', { room_id: this.id, type, message_id, reaction_content });
  }

  /** Reports these messages as delivered. */
  async acknowledge(...messageIds: string[]): Promise<void> {
    await this.host.ask('message.acknowledged', { room_id: this.id, message_id: messageIds });
  }

  /**
   * Reports that the user has read everything up to a `seq`. Reports are batched, and sent when there is a connection.
   * @param upToSeq default: that of the newest of `messages`
   */
  markRead(upToSeq = this.timeline.newest?.seq): void {
    if (upToSeq !== undefined) this.host.readReporter.report(this.id, upToSeq);
  }

  /** Reports that the user is typing. Call it for every key: it is sent at most every two seconds. */
  typing(): void {
    this.host.typing.notify(this.id);
  }

  async info(): Promise<RoomObject> {
    return this.known.merge((await this.host.ask('room.info', { room_id: this.id })).data);
  }

  /** @returns true when the user is a member now, false when a join request was sent to the admins */
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

  /** Deletes the room for all members. */
  async destroy(): Promise<void> {
    await this.host.ask('room.modify', { room_id: this.id, action: 'delete' });
  }
}
