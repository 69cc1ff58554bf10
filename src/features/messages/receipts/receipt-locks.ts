import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';
import type { Actor } from '@parley/realtime/requests';

import type { Work } from '../../../platform/database/unit-of-work.js';
import type { NamedInRoom } from '../../rooms/among-rooms.js';
import { MessagePolicy } from '../message.policy.js';
import type { ReceiptGrant } from '../message.policy.js';
import { ReceiptsRepository } from './receipts.repository.js';

/** Messages of one room, with the permission to write receipts there. */
export interface GrantedMessages {
  readonly grant: ReceiptGrant;
  readonly ids: readonly string[];
}

/**
 * Locks what receipts depend on, until the transaction ends: first all rooms that a request names, in the order of
 * their ids, then the messages in each.
 */
@Injectable()
export class ReceiptLocks {
  constructor(
    private readonly policy: MessagePolicy,
    private readonly receipts: ReceiptsRepository,
  ) {}

  /**
   * Locks the rooms of which the actor is a member.
   * @param named in the order of the rooms' ids
   * @throws Refusal 4004 if the request names a room of which the actor is not a member
   */
  async rooms({ manager }: Work, actor: Actor, named: readonly NamedInRoom[]): Promise<GrantedMessages[]> {
    const granted: GrantedMessages[] = [];
    for (const { roomId, ids, isGiven } of named) {
      const grant = this.policy.mayAcknowledge(actor, roomId);
      if (await this.receipts.lockRoom(manager, grant)) granted.push({ grant, ids });
      else if (isGiven) throw notFound('No such room.');
    }
    return granted;
  }

  /** Locks the existing ones of the messages in locked rooms. @returns the rooms that have any */
  async messages({ manager }: Work, granted: readonly GrantedMessages[]): Promise<GrantedMessages[]> {
    const locked: GrantedMessages[] = [];
    for (const { grant, ids } of granted) {
      const existing = await this.receipts.lockMessages(manager, grant, ids);
      if (existing.length > 0) locked.push({ grant, ids: existing });
    }
    return locked;
  }
}
