import { Injectable } from '@nestjs/common';
import { notFound } from '@parley/protocol';

import { AuditRepository } from '../../audit/audit.repository.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Authority } from '../../users/roles/authority.js';
import { UsersService } from '../../users/users.service.js';
import { LogInProofs } from '../log-ins/log-in-proofs.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** The second factor of a user, as the user and operators see it. */
export interface SecondFactorState {
  readonly enabled: boolean;
  /** The recovery codes that were not used yet. */
  readonly recovery_codes: number;
}

/** Shows and removes second factors without a code and without a secret of the deployment. */
@Injectable()
export class SecondFactorStateService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersService,
    private readonly proofs: LogInProofs,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  async of(userId: number): Promise<SecondFactorState> {
    const enabled = await this.factors.isEnrolled(userId);
    return { enabled, recovery_codes: enabled ? await this.factors.recoveryCodesLeft(userId) : 0 };
  }

  /**
   * Removes the second factor of a user who has lost it.
   * @throws Refusal 4002, 4004 without a user or a second factor
   */
  async reset(authority: Authority, username: string): Promise<void> {
    const subjectId = await this.users.idOf(username);
    await this.unitOfWork.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'users.reset_second_factor', subjectId);
      if (!(await this.factors.remove(manager, subjectId))) throw notFound(`${username} has no second factor.`);
      await this.proofs.removeSecondFactor({ manager }, subjectId);
      await this.audit.record(manager, actor, { action: 'users.reset_second_factor', subjectId });
    });
  }
}
