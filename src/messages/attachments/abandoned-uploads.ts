import { Injectable } from '@nestjs/common';

import { AuditRepository } from '../../operations/audit/audit.repository.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../../users/roles/authority.js';
import { AbandonedUploadsRepository } from './abandoned-uploads.repository.js';
import { AttachedUploads } from './attached-uploads.js';

/** Gives back uploads of messages that were deleted by nodes of 0.2. */
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

  /** A running service then deletes their bytes. @returns the number of uploads that were given back. @throws Refusal 4002 */
  async release(authority: Authority): Promise<number> {
    let released = 0;
    for await (const messageIds of this.repository.pages()) {
      await this.work.transaction(async ({ manager }) => {
        const actor = await authority.permit(manager, 'files.purge');
        await this.uploads.release(manager, messageIds);
        const details = { abandoned: messageIds.length };
        await this.audit.record(manager, actor, { action: 'files.purge', details });
      });
      released += messageIds.length;
    }
    return released;
  }
}
