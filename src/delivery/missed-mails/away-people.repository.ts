import { Injectable } from '@nestjs/common';
import type { DoNotDisturb, MailNotices, NotifyLevel } from '@parley/protocol';
import { DataSource } from 'typeorm';

import { separatedFrom } from '../../features/blocking/separation-sql.js';
import { PresenceSettings } from '../../features/presence/presence.settings.js';
import { haveAccess } from '../../features/users/kinds/access.js';
import { statement, typed } from '../../platform/database/statement.js';
import { isOnline } from '../push/push.entity.js';
import { MissedMailSettings } from './missed-mails.settings.js';

/** A user who may get a mail of missed messages, as of now. */
export interface AwayPerson {
  readonly notices: Exclude<MailNotices, 'never'>;
  /** Of rooms without a level of their own; null: none is chosen. */
  readonly level: NotifyLevel | null;
  readonly hours: DoNotDisturb | null;
  /** Those whom the user blocks, and who block the user. */
  readonly separated: readonly number[];
  readonly isOnline: boolean;
  readonly lastSeenAt: Date | null;
  /** When the last mail of missed messages was handed over. */
  readonly mailedAt: Date | null;
  readonly now: Date;
}

/** Raw SQL, because the clock of the database decides who is connected. */
@Injectable()
export class AwayPeopleRepository {
  private readonly threshold: number;

  constructor(
    private readonly source: DataSource,
    private readonly settings: MissedMailSettings,
    presence: PresenceSettings,
  ) {
    this.threshold = presence.inactivityThreshold;
  }

  /** @returns undefined: the user gets no such mails, or has no verified address */
  async find(userId: number): Promise<AwayPerson | undefined> {
    const row = await PERSON.row(this.source, { user: userId, threshold: this.threshold });
    const notices = row?.notices ?? this.settings.notices;
    return row && notices !== 'never' ? { ...row, notices } : undefined;
  }
}

const PERSON = statement('missed_mails.person', {
  parameters: { user: 'int4', threshold: 'float8' },
  columns: {
    notices: typed<MailNotices | null>('text | null'),
    level: typed<NotifyLevel | null>('text | null'),
    hours: typed<DoNotDisturb | null>('json | null'),
    separated: 'int4[]',
    isOnline: 'bool not null',
    lastSeenAt: 'timestamptz | null',
    mailedAt: 'timestamptz | null',
    now: 'timestamptz',
  },
  text: ({ user, threshold }) => `
    SELECT u.mail_notices AS notices, u.notify_level AS level, u.do_not_disturb AS hours,
      ${separatedFrom('u.id')} AS separated, ${isOnline('u.id', threshold)} AS "isOnline",
      u.last_seen_at AS "lastSeenAt", k.mailed_at AS "mailedAt", now() AS now
    FROM users u LEFT JOIN missed_mails k ON k.user_id = u.id
    WHERE u.id = ${user} AND ${haveAccess('u')}
      AND EXISTS (SELECT FROM verified_addresses v WHERE v.user_id = u.id)`,
});
