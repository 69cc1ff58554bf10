import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { haveAccess } from '../../features/users/kinds/access.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import { statement } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import {
  after,
  claimParameters,
  claimsOf,
  isDue,
  jobStatements,
  JobTable,
  takenJobs,
  updateTaken,
} from '../../platform/jobs/job-table.repository.js';
import type { Job } from '../../platform/jobs/job-table.repository.js';
import { MOST_COUNTED } from '../../platform/metrics/backlog-gauge.js';
import { MissedMailSettings } from './missed-mails.settings.js';

/** A user about whose mail this process decides. */
export interface DueMissedMail extends Job {
  /** Of the user. */
  readonly id: number;
}

/** A user whom a message concerns. */
export interface ConcernedUser {
  readonly userId: number;
  /** Whether it mentions the user, answers the user, or is of a chat of two. */
  readonly isAddressed: boolean;
}

const LEASE_SECONDS = 60;

/** Who may get a mail of missed messages, and when it is decided. */
@Injectable()
export class DueMissedMailsRepository extends JobTable<DueMissedMail> {
  constructor(
    source: DataSource,
    private readonly settings: MissedMailSettings,
  ) {
    super(source, STATEMENTS, MISSED_MAILS_ARE_DUE, { leaseSeconds: LEASE_SECONDS });
  }

  /**
   * Decides later about these users, unless that is planned already. A decision under way is void: it may not know the
   * message. Users without a verified address, and those who want no such mails, are left out.
   */
  async expect(manager: Work['manager'], users: readonly ConcernedUser[]): Promise<void> {
    if (users.length === 0) return;
    await EXPECT.rows(manager, {
      users: users.map(({ userId }) => userId),
      areAddressed: users.map(({ isAddressed }) => isAddressed),
      notices: this.settings.notices,
      seconds: this.settings.afterSeconds,
    });
  }

  take(most: number): Promise<readonly DueMissedMail[]> {
    return TAKE.rows(this.source, { most, leaseSeconds: LEASE_SECONDS });
  }

  ended(): boolean {
    return false;
  }

  /** No mail is needed. */
  async end(job: DueMissedMail): Promise<void> {
    await END.changes(this.source, claimsOf([job]));
  }

  /** It is decided again then. */
  async putOff(job: DueMissedMail, until: Date): Promise<void> {
    await PUT_OFF.changes(this.source, { ...claimsOf([job]), until });
  }

  /** The number of users about whom a decision is overdue or under way, counted to 10000. */
  async count(): Promise<number> {
    return (await COUNT.one(this.source, { most: MOST_COUNTED })).count;
  }

  /** Ends it with a mail. @returns false if the decision is void */
  async mailed(manager: Work['manager'], job: DueMissedMail): Promise<boolean> {
    return (await MAILED.rows(manager, claimsOf([job]))).length > 0;
  }
}

const COLUMNS = {
  table: 'missed_mails',
  id: 'user_id',
  idType: 'int4',
  dueAt: 'due_at',
  leasedUntil: 'leased_until',
  attempts: 'attempts',
  claim: 'attempts',
} as const;

const MISSED_MAILS_ARE_DUE = `EXISTS (SELECT FROM missed_mails j WHERE ${isDue(COLUMNS)})`;

const STATEMENTS = jobStatements('missed_mails', COLUMNS);

const TAKE = takenJobs('missed_mails.take', COLUMNS, {
  parameters: { most: 'int8' },
  due: ({ most }) => `
    SELECT j.user_id AS id FROM missed_mails j WHERE ${isDue(COLUMNS)}
    ORDER BY j.due_at, j.user_id LIMIT ${most} ${unlockedOnly('UPDATE', 'j')}`,
  types: {},
  sql: () => ({}),
});

/** A user may be concerned by several messages. */
const EXPECT = statement('missed_mails.expect', {
  parameters: { users: 'int4[]', areAddressed: 'bool[]', notices: 'text', seconds: 'float8' },
  columns: {},
  text: ({ users, areAddressed, notices, seconds }) => `
    INSERT INTO missed_mails AS k (user_id, due_at)
    SELECT u.id, ${after(seconds)}
    FROM (
      SELECT user_id, bool_or(is_addressed) AS is_addressed
      FROM unnest(${users}::int[], ${areAddressed}::boolean[]) AS one (user_id, is_addressed) GROUP BY user_id) told
    JOIN users u ON u.id = told.user_id AND ${haveAccess('u')}
    WHERE EXISTS (SELECT FROM verified_addresses v WHERE v.user_id = u.id)
      AND CASE coalesce(u.mail_notices, ${notices}) WHEN 'all' THEN true WHEN 'mentions' THEN told.is_addressed
        ELSE false END
    ORDER BY u.id
    ON CONFLICT (user_id) DO UPDATE SET due_at = excluded.due_at, leased_until = NULL, attempts = k.attempts + 1
      WHERE k.due_at IS NULL OR k.leased_until IS NOT NULL`,
});

const END = statement('missed_mails.end', {
  parameters: claimParameters(COLUMNS),
  columns: {},
  text: (jobs) => updateTaken(COLUMNS, 'due_at = NULL, leased_until = NULL', jobs),
});

const PUT_OFF = statement('missed_mails.put_off', {
  parameters: { ...claimParameters(COLUMNS), until: 'timestamptz' },
  columns: {},
  text: ({ until, ...jobs }) => updateTaken(COLUMNS, `due_at = ${until}, leased_until = NULL`, jobs),
});

const COUNT = statement('missed_mails.count', {
  parameters: { most: 'int8' },
  columns: { count: 'int4 not null' },
  text: ({ most }) => `
    SELECT count(*)::int AS count FROM (SELECT FROM missed_mails WHERE due_at <= now() LIMIT ${most}) due`,
});

const MAILED = statement('missed_mails.mailed', {
  parameters: claimParameters(COLUMNS),
  columns: { userId: 'int4' },
  text: (jobs) => `
    ${updateTaken(COLUMNS, 'due_at = NULL, leased_until = NULL, mailed_at = now()', jobs)}
    RETURNING j.user_id AS "userId"`,
});
