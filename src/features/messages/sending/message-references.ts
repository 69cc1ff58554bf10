import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { HistoryRepository } from '../history/history.repository.js';
import { MessageRooms } from '../message-rooms.repository.js';
import type { StoredMessage } from '../message.view.js';
import { ThreadsRepository } from '../threads/threads.repository.js';
import type { ThreadOfDraft } from './message-insert.js';

/** The ids of the messages that a message refers to. */
export interface ReferencedIds {
  /** The message that it answers. */
  readonly parentId: string | null | undefined;
  /** The message that it forwards. */
  readonly forwardedFromId: string | null | undefined;
  /** The room of the message that it forwards, if the request names it. */
  readonly forwardedFromRoomId?: string | null | undefined;
  /** The message that starts the thread in which it is a reply. */
  readonly threadId?: string | null | undefined;
  /** Whether such a reply stands among the messages of the room too. */
  readonly alsoToRoom?: boolean | null | undefined;
}

/** The messages that a message refers to, as they are when it is sent. */
export interface References {
  readonly parent: StoredMessage | null;
  readonly forwardedFrom: StoredMessage | null;
  readonly thread: ThreadOfDraft | undefined;
}

/**
 * Reads the messages that a message refers to: a reply answers a message of its room, a forward any readable message.
 */
@Injectable()
export class MessageReferences {
  constructor(
    private readonly history: HistoryRepository,
    private readonly messageRooms: MessageRooms,
    private readonly threads: ThreadsRepository,
  ) {}

  /**
   * @throws Refusal 4003 if parent and forward are given, a room without its message, or a thread that cannot be
   *   replied to; 4004 if a message cannot be read or the parent is in another room
   */
  async read(actor: Actor, roomId: string, ids: ReferencedIds): Promise<References> {
    const { parentId, forwardedFromId, forwardedFromRoomId } = ids;
    if (typeof parentId === 'string' && typeof forwardedFromId === 'string') {
      throw invalid({ extra_fields: ['A message is a reply or a forward, not both.'] });
    }
    if (typeof forwardedFromRoomId === 'string' && typeof forwardedFromId !== 'string') {
      throw invalid({ 'extra_fields.forwarded_from_room_id': ['Requires forwarded_from_id.'] });
    }
    return {
      parent: await this.readable(actor, parentId, roomId),
      forwardedFrom: await this.readable(actor, forwardedFromId, forwardedFromRoomId),
      thread: await this.thread(actor, roomId, ids),
    };
  }

  private async thread(
    { user }: Actor,
    roomId: string,
    { threadId, alsoToRoom = null }: ReferencedIds,
  ): Promise<ThreadOfDraft | undefined> {
    if (typeof threadId !== 'string') {
      if (alsoToRoom) throw invalid({ 'extra_fields.also_to_room': ['Requires thread_id.'] });
      return undefined;
    }
    const start = await this.threads.start({ userId: user.id, roomId }, threadId.toLowerCase());
    if (!start) throw invalid({ 'extra_fields.thread_id': ['Must be a message of this room that is in no thread.'] });
    const { id, senderId, hasReplies } = start;
    return { id, alsoToRoom: alsoToRoom === true, starterId: hasReplies ? undefined : (senderId ?? undefined) };
  }

  private async readable(
    actor: Actor,
    given: string | null | undefined,
    givenRoomId: string | null | undefined,
  ): Promise<StoredMessage | null> {
    if (typeof given !== 'string') return null;
    const id = given.toLowerCase();
    const [named] = await this.messageRooms.of(actor, [id], givenRoomId);
    const message = named && (await this.history.readable({ userId: actor.user.id, roomId: named.roomId }, id));
    if (!message) throw notFound('No such message.');
    return message;
  }
}
