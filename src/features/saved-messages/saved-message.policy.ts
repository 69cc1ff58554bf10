import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Branded } from '../../platform/types/branded.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { NamedInRoom } from '../rooms/among-rooms.js';
import { ReadableMessagesRepository } from '../messages/reading/readable-messages.repository.js';

/** Permission of a user for the own saved messages, which concern nobody else. */
export interface OwnSavedGrant extends Branded<'message.saved'> {
  readonly userId: number;
}

/** Permission of a user to save one message, which the user can read until the transaction ends. */
export interface SaveGrant extends Branded<'message.save'> {
  readonly userId: number;
  readonly roomId: string;
  readonly messageId: string;
}

/** Users save what they can read. A saved message that is not readable any more is shown as gone. */
@Injectable()
export class SavedMessagePolicy {
  constructor(private readonly messages: ReadableMessagesRepository) {}

  mayList({ user }: Actor): OwnSavedGrant {
    return { userId: user.id } as OwnSavedGrant;
  }

  /**
   * Locks the membership.
   * @param named a message and its room; undefined: the message is in no room of the user
   * @throws Refusal 4004 if the message does not exist, is deleted, or is not readable to the user
   */
  async maySave({ manager }: Work, { user }: Actor, named: NamedInRoom | undefined): Promise<SaveGrant> {
    const [messageId] = named?.ids ?? [];
    const target = named && messageId !== undefined ? { userId: user.id, roomId: named.roomId, messageId } : undefined;
    if (!target || !(await this.messages.lock(manager, target))) throw notFound('No such message.');
    return target as SaveGrant;
  }
}
