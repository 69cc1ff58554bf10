import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import { HistoryRepository } from '../history/history.repository.js';
import type { StoredMessage } from '../message.view.js';

/** The ids of the messages that a message refers to. */
export interface ReferencedIds {
  /** The message that it answers. */
  readonly parentId: string | null | undefined;
  /** The message that it forwards. */
  readonly forwardedFromId: string | null | undefined;
}

/** The messages that a message refers to, as they are when it is sent. */
export interface References {
  readonly parent: StoredMessage | null;
  readonly forwardedFrom: StoredMessage | null;
}

/**
 * Reads the messages that a message refers to: a reply answers a message of its room, a forward any readable message.
 */
@Injectable()
export class MessageReferences {
  constructor(private readonly history: HistoryRepository) {}

  /** @throws Refusal 4003 if both are given, 4004 if one cannot be read or the parent is in another room */
  async read({ user }: Actor, roomId: string, { parentId, forwardedFromId }: ReferencedIds): Promise<References> {
    if (typeof parentId === 'string' && typeof forwardedFromId === 'string') {
      throw invalid({ extra_fields: ['A message is a reply or a forward, not both.'] });
    }
    const parent = await this.readable(user.id, parentId);
    if (parent && parent.roomId !== roomId) throw notFound('No such message.');
    return { parent, forwardedFrom: await this.readable(user.id, forwardedFromId) };
  }

  private async readable(userId: number, id: string | null | undefined): Promise<StoredMessage | null> {
    if (typeof id !== 'string') return null;
    const message = await this.history.readable(userId, id.toLowerCase());
    if (!message) throw notFound('No such message.');
    return message;
  }
}
