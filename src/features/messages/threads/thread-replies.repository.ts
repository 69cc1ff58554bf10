import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { statement } from '../../../platform/database/statement.js';
import { PrivateLogRepository } from '../../private-log/private-log.repository.js';
import type { Mentions, StoredMessage } from '../message.view.js';
import { namedMessages } from '../named-messages-sql.js';
import type { NewMessage } from '../sending/message-insert.js';
import { followed, FOLLOWERS, followersIn, started } from './replies-sql.js';
import { THREAD_FOLLOW } from './thread-members.repository.js';

/**
 * Stores what follows from replies of one room, in the transaction that has stored them. Raw SQL, as of their insert.
 */
@Injectable()
export class ThreadRepliesRepository {
  constructor(private readonly privateLogs: PrivateLogRepository) {}

  async store(manager: EntityManager, roomId: string, messages: readonly NewMessage[]): Promise<void> {
    const followers = followersIn(messages);
    if (followers.length === 0) return;
    const stored = { room: roomId, messages: messages.map(({ id }) => id) };
    await START.changes(manager, stored);
    const changes = await FOLLOW.rows(manager, { ...stored, ...FOLLOWERS.of(followers) });
    await this.privateLogs.takeMany(manager, THREAD_FOLLOW, changes);
  }

  /** Lets members whom an edit of a reply has mentioned follow the thread. */
  async followMentioned(manager: EntityManager, { id, roomId, mentions }: StoredMessage, now: Mentions): Promise<void> {
    const known = new Set(mentions.users.map((user) => user.id));
    const added = now.users.map((user) => user.id).filter((userId) => !known.has(userId));
    if (added.length === 0) return;
    const followers = FOLLOWERS.of(added.map((userId) => ({ messageId: id, userId, unread: 1 })));
    const changes = await FOLLOW.rows(manager, { room: roomId, messages: [id], ...followers });
    await this.privateLogs.takeMany(manager, THREAD_FOLLOW, changes);
  }
}

const storedIn = (room: string, messages: string): string =>
  `(SELECT m.id, m.room_id, m.thread_id, m.seq FROM ${namedMessages(messages, room)})`;

const START = statement('thread_replies.start', {
  parameters: { room: 'uuid', messages: 'uuid[]' },
  columns: {},
  isPrepared: true,
  text: ({ room, messages }) => `${started(storedIn(room, messages))} AND b.room_id = ${room}`,
});

const FOLLOW = statement('thread_replies.follow', {
  parameters: { room: 'uuid', messages: 'uuid[]', ...FOLLOWERS.types },
  columns: { user_id: 'int4', key: 'text' },
  isPrepared: true,
  text: ({ room, messages, ...followers }) => followed(storedIn(room, messages), followers),
});
