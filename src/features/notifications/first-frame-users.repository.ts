import { Injectable } from '@nestjs/common';
import type { NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { separatedFrom } from '../blocking/separation-sql.js';
import { json, statement, typed } from '../../platform/database/statement.js';
import { pendingRefusals } from '../scheduled-messages/refusal-notification.js';
import type { PendingRefusal } from '../scheduled-messages/refusal-notification.js';

/** The fields of a user that a first frame needs. */
export interface FirstFrameUser {
  /** The latest number of the user's private log; 0 without changes. */
  readonly privateSeq: number;
  /** Of which messages the user is notified in rooms without a level of their own; null: the user has chosen none. */
  readonly notifyLevel: NotifyLevel | null;
  /** The user's scheduled messages that were refused, until the user acknowledges it; null: none. */
  readonly refusals: readonly PendingRefusal[] | null;
  /** Whom the user blocks, and who blocks the user. */
  readonly separated: readonly number[];
}

const WITHOUT_CHANGES: FirstFrameUser = { privateSeq: 0, notifyLevel: null, refusals: null, separated: [] };

/** Raw SQL: one prepared statement for all users who connect at the same moment. */
@Injectable()
export class FirstFrameUsersRepository {
  constructor(private readonly source: DataSource) {}

  /** In the order of the users. */
  async read(userIds: readonly number[]): Promise<FirstFrameUser[]> {
    const rows = await USERS.rows(this.source, { users: userIds });
    const found = new Map(rows.map(({ userId, ...user }) => [userId, user]));
    return userIds.map((id) => found.get(id) ?? WITHOUT_CHANGES);
  }
}

/** A user who is deleted meanwhile has no row. */
const USERS = statement('first_frame_users.read', {
  parameters: { users: 'int4[]' },
  columns: {
    userId: 'int4',
    privateSeq: 'int8',
    notifyLevel: typed<NotifyLevel | null>('text | null'),
    refusals: json<readonly PendingRefusal[] | null>(),
    separated: 'int4[]',
  },
  isPrepared: true,
  text: ({ users }) => `
    SELECT u.id AS "userId", coalesce(l.last_seq, 0) AS "privateSeq", u.notify_level AS "notifyLevel",
      ${pendingRefusals('u.id')} AS refusals, ${separatedFrom('u.id')} AS separated
    FROM users u LEFT JOIN private_logs l ON l.user_id = u.id WHERE u.id = ANY (${users})`,
});
