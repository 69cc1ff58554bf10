import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { Signals } from '../../../platform/cluster-signals/signals.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { OwnPasswordService } from '../../users/own-password.service.js';
import type { OwnPassword, ProvenPassword } from '../../users/own-password.service.js';
import { accessChanged } from '../../users/user.signals.js';
import type { AccessChange } from '../../users/user.signals.js';
import { LogInRecords } from './log-in-records.js';
import { LogInsRepository } from './log-ins.repository.js';
import { PasswordAttempts } from './password-attempts.js';

export interface PasswordChange {
  readonly userId: number;
  /** The log-in that goes on; undefined: none, as for a token of another issuer. */
  readonly family: string | undefined;
  readonly oldPassword: string;
  readonly newPassword: string;
  /** Of the client, for the limits and the log. */
  readonly address: string;
}

/** The change of a password by its user, who proves to know the old one. It ends all other log-ins of the user. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly own: OwnPasswordService,
    private readonly attempts: PasswordAttempts,
    private readonly logIns: LogInsRepository,
    private readonly records: LogInRecords,
    private readonly unitOfWork: UnitOfWork,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @throws Refusal 4003 about a field, 4005 for a user without a password
   * @throws ApiError 429 after too many wrong passwords
   */
  async change(change: PasswordChange): Promise<void> {
    await this.own.checkNew(change.newPassword);
    const present = await this.own.find(change.userId);
    if (!(await this.attempted(change, present))) throw invalid({ old_password: ['The password is wrong.'] });
    this.records.passwordChanged();
  }

  private async attempted(change: PasswordChange, present: OwnPassword): Promise<boolean> {
    const check = async (): Promise<true | undefined> => {
      const proven = await this.own.prove(present, change.oldPassword, change.newPassword);
      if (proven && (await this.stored(change, proven))) return true;
      await this.records.passwordChangeFailed(change.userId, change.address);
      return undefined;
    };
    const limited = () => this.records.passwordChangeLimited(change.address);
    const attempt = { address: change.address, username: present.usernameKey, limited };
    return (await this.attempts.watch(attempt, check)) === true;
  }

  /** The row of the user is locked first: a log-in with the old password is ended here, or sees the new one. */
  private stored({ userId, family: kept, address }: PasswordChange, proven: ProvenPassword): Promise<boolean> {
    return this.unitOfWork.transaction(async (work) => {
      if (!(await this.own.replace(work, userId, proven))) return false;
      const ended = await this.logIns.revokeOthers(work.manager, userId, kept);
      const changes = ended.map((family): AccessChange => ({ userId, family, reason: 'token_revoked' }));
      await this.signals.publish(work.manager, accessChanged, ...changes);
      const act = { action: 'users.set_password', subjectId: userId, details: { ended_log_ins: ended.length } };
      await this.audit.record(work.manager, { userId, client: { address, sessionId: kept } }, act);
      return true;
    });
  }
}
