import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../platform/database/prepared.js';
import { PrivateLogRepository } from '../../private-log/private-log.repository.js';
import { namedMessages } from '../named-messages-sql.js';
import { cleared } from './cleared-sql.js';
import { DRAFT } from './draft-place.js';

/** Clears drafts in the transaction that has stored the messages of one room. Raw SQL, as of their insert. */
@Injectable()
export class SentDraftsRepository {
  constructor(private readonly privateLogs: PrivateLogRepository) {}

  /** @param messageIds of messages of the room, which are stored */
  async clear(manager: EntityManager, roomId: string, messageIds: readonly string[]): Promise<void> {
    const [changes] = await manager.query<[{ user_id: number; key: string }[]]>(CLEAR, [roomId, messageIds]);
    await this.privateLogs.takeMany(manager, DRAFT, changes);
  }
}

const STORED = `(SELECT m.room_id, m.thread_id, m.sender_id FROM ${namedMessages('$2', '$1')})`;

const CLEAR = prepared(cleared(STORED, ' AND d.room_id = $1'));
