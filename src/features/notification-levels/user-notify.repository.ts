import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EntityManager } from 'typeorm';

import type { QuerySource } from '../../platform/database/query.js';
import { statement, typed } from '../../platform/database/statement.js';
import { User } from '../users/user.entity.js';

/**
 * Of which messages a user is notified in rooms without a level of their own, when the user gets no push, and which
 * missed messages are mailed.
 */
export type UserNotifySettings = Pick<User, 'notifyLevel' | 'doNotDisturb' | 'mailNotices'>;

@Injectable()
export class UserNotifyRepository {
  constructor(private readonly source: DataSource) {}

  /** Changes the settings of a locked user. */
  async write(
    manager: EntityManager,
    userId: number,
    { notifyLevel, doNotDisturb, mailNotices }: UserNotifySettings,
  ): Promise<void> {
    await manager.update(User, { id: userId }, { notifyLevel, doNotDisturb, mailNotices });
  }

  /** @param source the snapshot, if there is one */
  async read(userId: number, source: QuerySource = this.source): Promise<UserNotifySettings | undefined> {
    return SETTINGS.row(source, { user: userId });
  }
}

/** Raw SQL, because a snapshot of the private state is a source of statements alone. */
const SETTINGS = statement('user_notify.settings', {
  parameters: { user: 'int4' },
  columns: {
    notifyLevel: typed<User['notifyLevel']>('text | null'),
    doNotDisturb: typed<User['doNotDisturb']>('json | null'),
    mailNotices: typed<User['mailNotices']>('text | null'),
  },
  text: ({ user }) => `
    SELECT notify_level AS "notifyLevel", do_not_disturb AS "doNotDisturb", mail_notices AS "mailNotices"
    FROM users WHERE id = ${user}`,
});
