import { Injectable } from '@nestjs/common';
import type { NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { prepared } from '../platform/database/prepared.js';
import { pendingRefusals } from '../scheduled-messages/refusal-notification.js';
import type { PendingRefusal } from '../scheduled-messages/refusal-notification.js';

/** What a first frame needs to know of its user. */
export interface FirstFrameUser {
  /** The latest number of the user's private log; 0 without changes. */
  readonly privateSeq: number;
  /** Of which messages the user is notified in rooms without a level of their own; null: the user has chosen none. */
  readonly notifyLevel: NotifyLevel | null;
  /** The user's scheduled messages that were refused, until the user acknowledges it; null: none. */
  readonly refusals: readonly PendingRefusal[] | null;
}

const WITHOUT_CHANGES: FirstFrameUser = { privateSeq: 0, notifyLevel: null, refusals: null };

/** Raw SQL: one prepared statement for all users who connect at the same moment. */
@Injectable()
export class FirstFrameUsersRepository {
  constructor(private readonly source: DataSource) {}

  /** In the order of the users. */
  async read(userIds: readonly number[]): Promise<FirstFrameUser[]> {
    const rows = await this.source.query<(FirstFrameUser & { userId: number })[]>(USERS, [userIds]);
    const found = new Map(rows.map(({ userId, ...user }) => [userId, user]));
    return userIds.map((id) => found.get(id) ?? WITHOUT_CHANGES);
  }
}

/** The level and the refusals are changes of the private state: a user without such changes has none. */
const USERS = prepared(`
  SELECT l.user_id AS "userId", l.last_seq AS "privateSeq", u.notify_level AS "notifyLevel",
    ${pendingRefusals('l.user_id')} AS refusals
  FROM private_logs l JOIN users u ON u.id = l.user_id WHERE l.user_id = ANY ($1)`);
