import { Injectable } from '@nestjs/common';

import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Authority } from '../users/roles/authority.js';
import { UsersService } from '../users/users.service.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { UserExportRepository } from './user-export.repository.js';

/** Exports all data of one user as one JSON document, of which only one page is in memory. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly users: UsersService,
    private readonly repository: UserExportRepository,
    private readonly work: UnitOfWork,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @param username also the name of the placeholder of a deleted user
   * @returns the document, piece by piece
   * @throws Refusal 4002, 4004
   */
  async ofUser(authority: Authority, username: string): Promise<AsyncIterable<string>> {
    const { id: userId } = await this.users.findAny(username);
    await this.work.transaction(async ({ manager }) => {
      const actor = await authority.permit(manager, 'users.export', userId);
      await this.audit.record(manager, actor, { action: 'users.export', subjectId: userId });
    });
    return this.document(userId);
  }

  private async *document(userId: number): AsyncGenerator<string> {
    const account = JSON.stringify(await this.repository.account(userId));
    yield `{"exported_at":${JSON.stringify(new Date())},\n"account":${account}`;
    for (const list of this.repository.lists) {
      yield `,\n"${list.name}":[`;
      let before = '\n';
      for await (const page of this.repository.pages(userId, list)) {
        yield before + page.map((item) => JSON.stringify(item)).join(',\n');
        before = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  }
}
