import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import type { ProviderSession } from '../tickets/tickets.js';
import { ProviderAccount } from './provider-account.entity.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * The sessions that a provider reports as ended: one, or every session of a subject. At least one of the two is named.
 */
export interface EndedSession {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sid: string | undefined;
}

export interface EndedLogIn {
  readonly userId: number;
  readonly family: string;
}

/** Raw SQL: each statement decides about the row of the account, and writes, at once. */
@Injectable()
export class ProviderLogInsRepository {
  /**
   * Records the session that a log-in came from. A log-out that is being recorded is waited for.
   * @returns false if the provider has ended sessions of the account since this one was checked
   */
  async add(manager: EntityManager, family: string, session: ProviderSession): Promise<boolean> {
    const added = await ADD.rows(manager, {
      family,
      issuer: session.issuer,
      subject: session.subject,
      sid: session.sid ?? null,
      checkedAt: session.checkedAt,
    });
    return added.length > 0;
  }

  /** Ends the log-ins of a session. Log-ins of the subject without a named session end too. */
  async end(manager: EntityManager, { issuer, subject, sid }: EndedSession): Promise<EndedLogIn[]> {
    if (subject !== undefined) {
      await manager.update(ProviderAccount, { issuer, subject }, { loggedOutAt: () => 'clock_timestamp()' });
    }
    const ended = await END.rows(manager, { issuer, subject: subject ?? null, sid: sid ?? null });
    return ended.map(({ user_id: userId, family }) => ({ userId, family }));
  }
}

const ADD = statement('provider_log_ins.add', {
  parameters: { family: 'uuid', issuer: 'text', subject: 'text', sid: 'text | null', checkedAt: 'float8' },
  columns: { family: 'uuid' },
  text: ({ family, issuer, subject, sid, checkedAt }) => `
    INSERT INTO provider_log_ins (family, issuer, subject, sid)
    SELECT ${family}, issuer, subject, ${sid} FROM provider_accounts
    WHERE issuer = ${issuer} AND subject = ${subject}
      AND (logged_out_at IS NULL
        OR date_trunc('milliseconds', logged_out_at) < to_timestamp(${checkedAt}::float8 / 1000.0))
    FOR SHARE
    RETURNING family`,
});

const END = statement('provider_log_ins.end', {
  parameters: { issuer: 'text', subject: 'text | null', sid: 'text | null' },
  columns: { user_id: 'int4', family: 'uuid' },
  text: ({ issuer, subject, sid }) => `
    UPDATE refresh_tokens t SET revoked_at = now() FROM provider_log_ins p
    WHERE p.issuer = ${issuer} 
      AND (p.sid = ${sid} OR p.subject = ${subject} AND (p.sid IS NULL OR ${sid}::text IS NULL))
      AND t.family = p.family AND t.revoked_at IS NULL
    RETURNING t.user_id, t.family`,
});
