import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';

import { Throttle } from '../../../platform/http/rate-limits.js';
import { LogRecord } from '../../../platform/logging/log-record.js';
import { MetricsRegistry } from '../../../platform/metrics/metrics.module.js';
import { LogInAudit } from './log-in-audit.js';

const OUTCOMES = ['succeeded', 'failed', 'limited'] as const;

const LIMITS = 'FAILED_LOGINS_PER_MINUTE or FAILED_LOGINS_PER_ADDRESS';

const ONCE_A_MINUTE = { most: 1, seconds: 60 };

/**
 * Records log-ins and changes of passwords in metrics, in the audit log, and, if they did not succeed, in the log: at
 * most once a minute for each address. A username is not logged as it was typed: it may be a password in the wrong
 * field.
 */
@Injectable()
export class LogInRecords {
  private readonly log = new Logger('LogIns');
  private readonly failuresLogged = new Throttle(ONCE_A_MINUTE);
  private readonly reusesLogged = new Throttle(ONCE_A_MINUTE);

  private readonly logIns = new Counter({
    name: 'parley_log_ins_total',
    help: 'Log-ins by password or by the OpenID provider, by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly passwordChanges = new Counter({
    name: 'parley_password_changes_total',
    help: 'Changes of passwords by their users, by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly codes = new Counter({
    name: 'parley_second_factor_codes_total',
    help: 'Codes of second factors, by outcome.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly reuses = new Counter({
    name: 'parley_refresh_tokens_reused_total',
    help: 'Log-ins that ended because an exchanged refresh token was used again.',
    registers: [this.registry],
  });

  constructor(
    private readonly registry: MetricsRegistry,
    private readonly audit: LogInAudit,
  ) {
    // Prometheus would miss the first increment of a counter that starts to exist with it.
    for (const outcome of OUTCOMES) {
      this.logIns.inc({ outcome }, 0);
      this.passwordChanges.inc({ outcome }, 0);
      this.codes.inc({ outcome }, 0);
    }
  }

  succeeded(userId: number): void {
    this.logIns.inc({ outcome: 'succeeded' });
    this.audit.count('log_in.succeeded', userId);
  }

  /** @param userId undefined for an unknown username */
  async failed(userId: number | undefined, address: string): Promise<void> {
    this.logIns.inc({ outcome: 'failed' });
    this.audit.count('log_in.failed', userId);
    const user = userId === undefined ? 'with an unknown username' : `of the user ${String(userId)}`;
    await this.warn(this.failuresLogged, { address, user: userId }, `A log-in ${user} failed from ${address}`);
  }

  /** A log-in by the OpenID provider failed. @param reason without secrets */
  async providerFailed(address: string, reason: string): Promise<void> {
    this.logIns.inc({ outcome: 'failed' });
    this.audit.count('log_in.failed', undefined);
    await this.warn(
      this.failuresLogged,
      { address },
      `A log-in by the OpenID provider failed from ${address}: ${reason}`,
    );
  }

  /** A log-in was refused without a check of its password. */
  async limited(address: string): Promise<void> {
    this.logIns.inc({ outcome: 'limited' });
    await this.warn(
      this.failuresLogged,
      { address },
      `Refused a log-in from ${address}: more failed than ${LIMITS} allows`,
    );
  }

  /** Its record in the audit log is a part of the change. */
  passwordChanged(): void {
    this.passwordChanges.inc({ outcome: 'succeeded' });
  }

  /** The old password was wrong. It is a guess like one at a log-in, and one of these in the audit log. */
  async passwordChangeFailed(userId: number, address: string): Promise<void> {
    this.passwordChanges.inc({ outcome: 'failed' });
    this.audit.count('log_in.failed', userId);
    const text = `A change of the password of the user ${String(userId)} failed from ${address}`;
    await this.warn(this.failuresLogged, { address, user: userId }, text);
  }

  /** A change was refused without a check of the old password. */
  async passwordChangeLimited(address: string): Promise<void> {
    this.passwordChanges.inc({ outcome: 'limited' });
    const text = `Refused a change of a password from ${address}: more failed than ${LIMITS} allows`;
    await this.warn(this.failuresLogged, { address }, text);
  }

  /** A code of the second factor was wrong, whose user is known. */
  async codeFailed(userId: number, address: string): Promise<void> {
    this.codes.inc({ outcome: 'failed' });
    this.audit.count('log_in.second_factor_failed', userId);
    const text = `A code of the second factor of the user ${String(userId)} was wrong, from ${address}`;
    await this.warn(this.failuresLogged, { address, user: userId }, text);
  }

  codeAccepted(): void {
    this.codes.inc({ outcome: 'succeeded' });
  }

  /** A code was refused without a check. */
  async codesLimited(address: string): Promise<void> {
    this.codes.inc({ outcome: 'limited' });
    await this.warn(
      this.failuresLogged,
      { address },
      `Refused a code of a second factor from ${address}: too many failed`,
    );
  }

  /** A log-in was ended, because a refresh token of it was used again. */
  async tokenReused(userId: number, address: string): Promise<void> {
    this.reuses.inc();
    this.audit.count('log_in.token_reused', userId);
    const text = `Ended a log-in of the user ${String(userId)}: a refresh token was used again from ${address}`;
    await this.warn(this.reusesLogged, { address, user: userId }, text);
  }

  private async warn(
    logged: Throttle,
    fields: { address: string; user?: number | undefined },
    text: string,
  ): Promise<void> {
    if ((await logged.count(fields.address)) === 0) this.log.warn(LogRecord.from(text, fields));
  }
}
