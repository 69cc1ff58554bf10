import { randomUUID } from 'node:crypto';

import { answered } from './requests.js';
import type { Acting, Requests } from './requests.js';
import type {
  FoundMessages,
  HeldMessage,
  Message,
  MessageFilter,
  MessagePage,
  MessageRange,
  NewMessage,
} from './wire.js';

/** `roomId` spares the service a lookup. */
interface OfMessage {
  readonly roomId?: string;
  readonly user?: Acting;
}

/** Messages, in the name of a user. */
export class Messages {
  constructor(private readonly requests: Requests) {}

  /**
   * Sends a message, and repeats the request until it is answered: one `client_message_id` is stored once. Without one
   * there is a new one for each call. A UUID that is derived from what the message is about, an order for instance, also
   * survives a restart of the caller.
   */
  async send(
    roomId: string,
    content: string,
    { user, client_message_id: id, ...message }: NewMessage & { user?: Acting } = {},
  ): Promise<Message | HeldMessage> {
    const params = { path: { room_id: roomId }, header: this.requests.acting(user) };
    const body = { ...message, content, client_message_id: id ?? randomUUID() };
    return (await answered(this.requests.safe.POST('/api/rooms/{room_id}/messages/', { params, body }))).data;
  }

  /** A page of the history; the newest one by default. */
  async list(roomId: string, { user, ...query }: MessageRange & { user?: Acting } = {}): Promise<MessagePage> {
    const params = { path: { room_id: roomId }, query, header: this.requests.acting(user) };
    return (await answered(this.requests.safe.GET('/api/rooms/{room_id}/messages/', { params }))).data;
  }

  async edit(messageId: string, content: string, of: OfMessage = {}): Promise<void> {
    const params = this.params(messageId, of);
    await answered(this.requests.once.PATCH('/api/messages/{message_id}/', { params, body: { content } }));
  }

  async delete(messageId: string, of: OfMessage = {}): Promise<void> {
    await answered(this.requests.once.DELETE('/api/messages/{message_id}/', { params: this.params(messageId, of) }));
  }

  async react(messageId: string, reaction: string, of: OfMessage = {}): Promise<void> {
    const options = { params: this.params(messageId, of), body: { reaction_content: reaction } };
    await answered(this.requests.once.POST('/api/messages/{message_id}/reactions/', options));
  }

  /** Messages of the rooms of the acting user: by words, sender, time, and what they have. */
  async search({ user, ...query }: MessageFilter & { user?: Acting }): Promise<FoundMessages> {
    const params = { query, header: this.requests.acting(user) };
    // The types of openapi-fetch lose that of a pair.
    return (await answered(this.requests.safe.GET('/api/messages/search/', { params }))).data as FoundMessages;
  }

  private params(messageId: string, { roomId, user }: OfMessage) {
    const query = roomId === undefined ? {} : { room_id: roomId };
    return { path: { message_id: messageId }, query, header: this.requests.acting(user) };
  }
}
