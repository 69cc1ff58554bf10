import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

import { statement, typed } from '../../platform/database/statement.js';
import { unlockedOnly } from '../../platform/database/unlocked-rows.js';
import type { Language } from '../../platform/http/languages.js';
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
import { MailKinds } from './mail-kinds.js';
import { MailRow } from './mail.entity.js';

/** A mail that this process has taken. */
export interface DueMail extends Job {
  readonly id: string;
  readonly kind: string;
  readonly userId: number | null;
  readonly address: string;
  readonly language: Language;
  /** Sealed. */
  readonly content: string | null;
}

/** Longer than the time limits of a conversation with the SMTP server. */
const LEASE_SECONDS = 90;
const TRIED_FOR = `interval '1 day'`;
/** For administrators, and for longer than the limits of a day count. */
const KEPT_FOR = `interval '7 days'`;
const REMOVED_TOGETHER = 100;

/** The queue of mails, and their ends. Those that have been due for the longest time are taken first. */
@Injectable()
export class DueMailsRepository extends JobTable<DueMail> {
  constructor(
    source: DataSource,
    private readonly kinds: MailKinds,
  ) {
    super(source, STATEMENTS, MAILS_ARE_DUE, { leaseSeconds: LEASE_SECONDS });
  }

  take(most: number): Promise<readonly DueMail[]> {
    return TAKE.rows(this.source, { kinds: this.kinds.names, most, leaseSeconds: LEASE_SECONDS });
  }

  ended(): boolean {
    return false;
  }

  /** Removes mails that ended some days ago. */
  override async giveUp(): Promise<void> {
    await REMOVE_OLD.changes(this.source, {});
  }

  /** Records the end of a mail, and forgets what it said. @param error why it can never be sent, without secrets */
  async end({ id }: DueMail, state: 'sent' | 'dropped' | 'failed', error: string | null = null): Promise<void> {
    await this.source.manager.update(
      MailRow,
      { id, state: 'pending' },
      { state, content: null, error, endedAt: () => 'now()' },
    );
  }

  /**
   * Postpones a mail, or gives it up after a day.
   * @param why without secrets
   * @returns whether it was given up
   */
  async putOff(mail: DueMail, seconds: number, why: string): Promise<boolean> {
    const rows = await PUT_OFF.rows(this.source, { ...claimsOf([mail]), seconds, why });
    return rows.some(({ state }) => state === 'failed');
  }

  /** The number of mails that wait, counted to 10000. */
  async count(): Promise<number> {
    return (await COUNT.one(this.source, { most: MOST_COUNTED })).count;
  }
}

const COLUMNS = {
  table: 'mails',
  id: 'id',
  idType: 'uuid',
  dueAt: 'due_at',
  attempts: 'attempts',
  claim: 'attempts',
  areJobs: `j.state = 'pending'`,
} as const;

const MAILS_ARE_DUE = `EXISTS (SELECT FROM mails j WHERE ${isDue(COLUMNS)})`;

const STATEMENTS = jobStatements('mails', COLUMNS);

const TAKE = takenJobs('mails.take', COLUMNS, {
  parameters: { kinds: 'text[]', most: 'int8' },
  due: ({ kinds, most }) => `
    SELECT j.id FROM mails j WHERE ${isDue(COLUMNS)} AND j.kind = ANY (${kinds}::text[])
    ORDER BY j.due_at, j.id LIMIT ${most} ${unlockedOnly('UPDATE', 'j')}`,
  types: {
    kind: 'text',
    userId: 'int4 | null',
    address: 'text',
    language: typed<Language>('text'),
    content: 'text | null',
  },
  sql: () => ({
    kind: 'j.kind',
    userId: 'j.user_id',
    address: 'j.address',
    language: 'j.language',
    content: 'j.content',
  }),
});

const PUT_OFF = statement('mails.put_off', {
  parameters: { ...claimParameters(COLUMNS), seconds: 'float8', why: 'text' },
  columns: { state: 'text' },
  text: ({ seconds, why, ...mails }) => {
    const isOver = `${after(seconds)} > j.created_at + ${TRIED_FOR}`;
    const set = `
      due_at = ${after(seconds)}, error = ${why},
      state = CASE WHEN ${isOver} THEN 'failed' ELSE j.state END,
      content = CASE WHEN ${isOver} THEN NULL ELSE j.content END,
      ended_at = CASE WHEN ${isOver} THEN now() END`;
    return `${updateTaken(COLUMNS, set, mails)} RETURNING j.state`;
  },
});

const COUNT = statement('mails.count', {
  parameters: { most: 'int8' },
  columns: { count: 'int4 not null' },
  text: ({ most }) => `
    SELECT count(*)::int AS count FROM (SELECT FROM mails WHERE state = 'pending' LIMIT ${most}) pending`,
});

const REMOVE_OLD = statement('mails.remove_old', {
  parameters: {},
  columns: {},
  text: () => `
    DELETE FROM mails WHERE id IN (
      SELECT id FROM mails WHERE created_at < now() - ${KEPT_FOR} AND state <> 'pending'
      ORDER BY created_at LIMIT ${String(REMOVED_TOGETHER)} ${unlockedOnly()})`,
});
