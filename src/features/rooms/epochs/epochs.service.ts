import { Injectable, Module } from '@nestjs/common';

import { AuditRepository } from '../../audit/audit.repository.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Epoch } from './epoch.entity.js';
import { EpochsRepository } from './epochs.repository.js';

/** Epochs for operators. */
@Injectable()
export class EpochsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly epochs: EpochsRepository,
    private readonly audit: AuditRepository,
  ) {}

  /** All epochs, the present one first. */
  list(): Promise<Epoch[]> {
    return this.epochs.list();
  }

  /**
   * Begins an epoch. Every node finds it within a second, and closes all its connections, whose clients sync.
   * @returns its id
   */
  declare(): Promise<string> {
    return this.unitOfWork.transaction(async ({ manager }) => {
      const epochId = await this.epochs.begin(manager, 'declared');
      await this.audit.record(manager, 'operator', { action: 'epoch.new', details: { epoch: epochId } });
      return epochId;
    });
  }
}

/** For a command. */
@Module({ providers: [EpochsRepository, EpochsService], exports: [EpochsService] })
export class EpochsModule {}
