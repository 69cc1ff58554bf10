import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { prepared } from '../../../platform/database/prepared.js';
import { PrivateLogRepository } from '../../private-log/private-log.repository.js';
import type { Mentions, StoredMessage } from '../message.view.js';
import { namedMessages } from '../named-messages-sql.js';
import type { NewMessage } from '../sending/message-insert.js';
import { followed, followerParameters, started } from './replies-sql.js';
import { THREAD_FOLLOW } from './thread-members.repository.js';

/**
 * Stores what follows from replies of one room, in the transaction that has stored them. Raw SQL, as of their insert.
 */
@Injectable()
export class ThreadRepliesRepository {
  constructor(private readonly privateLogs: PrivateLogRepository) {}

  async store(manager: EntityManager, roomId: string, messages: readonly NewMessage[]): Promise<void> {
    const followers = followerParameters(messages);
    if (!followers) return;
    const ids = messages.map(({ id }) => id);
    await manager.query(START, [roomId, ids]);
    const changes = await manager.query<{ user_id: number; key: string }[]>(FOLLOW, [roomId, ids, ...followers]);
    await this.privateLogs.takeMany(manager, THREAD_FOLLOW, changes);
  }

  /** Lets members whom an edit of a reply has mentioned follow the thread. */
  async followMentioned(manager: EntityManager, { id, roomId, mentions }: StoredMessage, now: Mentions): Promise<void> {
    const known = new Set(mentions.users.map((user) => user.id));
    const added = now.users.map((user) => user.id).filter((userId) => !known.has(userId));
    if (added.length === 0) return;
    const followers = [added.map(() => id), added, added.map(() => 1)];
    const changes = await manager.query<{ user_id: number; key: string }[]>(FOLLOW, [roomId, [id], ...followers]);
    await this.privateLogs.takeMany(manager, THREAD_FOLLOW, changes);
  }
}

const STORED = `(SELECT m.id, m.room_id, m.thread_id, m.seq FROM ${namedMessages('$2', '$1')})`;

const START = prepared(`${started(STORED)} AND b.room_id = $1`);

const FOLLOW = prepared(followed(STORED, 3));
