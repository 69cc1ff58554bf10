import { Injectable, Logger, Module } from '@nestjs/common';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { Signals } from '../../platform/cluster-signals/signals.js';
import type { SignalKind } from '../../platform/cluster-signals/signals.js';
import type { EpochReason } from '../../platform/database/begin-epoch.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Work } from '../../platform/database/unit-of-work.js';
import type { Epoch } from './epoch.entity.js';
import { EpochsRepository } from './epochs.repository.js';

/** An epoch has begun. Every node closes all its connections, whose clients then sync by the new epoch. */
export const epochBegan: SignalKind<{ readonly epochId: string }> = { name: 'epoch.began' };

/** Begins epochs. */
@Injectable()
export class EpochsService {
  private readonly log = new Logger('Epoch');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly epochs: EpochsRepository,
    private readonly signals: Signals,
    private readonly audit: AuditRepository,
  ) {}

  /** All epochs, the present one first. */
  list(): Promise<Epoch[]> {
    return this.epochs.list();
  }

  /** Begins an epoch for an operator. @returns its id */
  declare(): Promise<string> {
    return this.unitOfWork.transaction(async (work) => {
      await this.epochs.lock(work.manager);
      const epochId = await this.begin(work, 'declared');
      await this.audit.record(work.manager, 'operator', { action: 'epoch.new', details: { epoch: epochId } });
      return epochId;
    });
  }

  /**
   * The epoch that a process serves from its start. It is a new one if the tables are in another database than before, or
   * on another timeline: they may lack changes that clients have.
   */
  present(): Promise<Epoch> {
    return this.unitOfWork.transaction(async (work) => {
      const { manager } = work;
      const known = await this.epochs.current(manager);
      const origin = await this.epochs.origin(manager);
      if (known.origin === origin) return known;
      await this.epochs.lock(manager);
      // Another process may have begun it while this one waited.
      if ((await this.epochs.current(manager)).origin !== origin) await this.moved(work, known, origin);
      return this.epochs.current(manager);
    });
  }

  /** Without rooms there are no positions: the tables may be copied before their first use. */
  private async moved(work: Work, known: Epoch, origin: string): Promise<void> {
    if (!(await this.epochs.hasRooms(work.manager))) {
      await this.epochs.setOrigin(work.manager, known, origin);
      return;
    }
    const epochId = await this.begin(work, 'moved');
    work.afterCommit(() => {
      this.log.warn(`The database was restored or promoted: epoch ${epochId} begins`);
    });
  }

  private async begin({ manager }: Work, reason: EpochReason): Promise<string> {
    const epochId = await this.epochs.begin(manager, reason);
    await this.signals.publish(manager, epochBegan, { epochId });
    return epochId;
  }
}

/** For a command. */
@Module({ providers: [EpochsRepository, EpochsService], exports: [EpochsService] })
export class EpochsModule {}
