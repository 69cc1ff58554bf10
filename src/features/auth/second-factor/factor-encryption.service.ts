import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../../audit/audit.repository.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { SealedFactorsRepository } from './sealed-factors.repository.js';
import { SealedSecrets } from './sealed-secrets.js';

/** The second factors by the secret that encrypts them. */
export interface FactorEncryption {
  /** Encrypted anew, with the first secret. */
  readonly encrypted: number;
  /** Encrypted with the first secret before. */
  readonly current: number;
  /** Encrypted with a secret that is not set: their users need a reset. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts second factors with the present secret, so that the former one can be dropped: a user who does not log in
 * would keep it in use.
 */
@Injectable()
export class FactorEncryptionService {
  constructor(
    private readonly factors: SealedFactorsRepository,
    private readonly sealed: SealedSecrets,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /** @param changes whether to store what is encrypted anew */
  async encryptAll(changes: boolean): Promise<FactorEncryption> {
    let [encrypted, current] = [0, 0];
    const unreadable: string[] = [];
    for await (const { user_id: userId, username, sealed_secret: from } of this.factors.all()) {
      const opened = await this.sealed.open(userId, from);
      if (!opened) unreadable.push(username);
      else if (!opened.isOfOldKey) current += 1;
      else if (!changes || (await this.replace(userId, from, await this.sealed.seal(userId, opened.secret))))
        encrypted += 1;
    }
    return { encrypted, current, unreadable };
  }

  /** @returns false if a log-in or the user has replaced it meanwhile */
  private replace(userId: number, from: string, to: string): Promise<boolean> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      if (!(await this.factors.replace(manager, userId, from, to))) return false;
      await this.audit.record(manager, 'operator', { action: 'users.encrypt_second_factor', subjectId: userId });
      return true;
    });
  }
}
