import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import { AbandonedUploadsRepository } from './abandoned-uploads.repository.js';
import { AttachedUploads } from './attached-uploads.js';

/** Gives back uploads of messages that were deleted by nodes of 0.2, for an operator. */
@Injectable()
export class AbandonedUploads {
  constructor(
    private readonly repository: AbandonedUploadsRepository,
    private readonly uploads: AttachedUploads,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  async count(): Promise<number> {
    let count = 0;
    for await (const messageIds of this.repository.pages()) count += messageIds.length;
    return count;
  }

  /** A running service then deletes their bytes. @returns the number of uploads that were given back */
  async release(): Promise<number> {
    let released = 0;
    for await (const messageIds of this.repository.pages()) {
      await this.work.transaction(async ({ manager }) => {
        await this.uploads.release(manager, messageIds);
        const details = { abandoned: messageIds.length };
        await this.audit.record(manager, 'operator', { action: 'files.purge', details });
      });
      released += messageIds.length;
    }
    return released;
  }
}
