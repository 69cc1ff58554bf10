import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { Controller, Res } from '@nestjs/common';

import { AuditExportService } from '../../../features/audit/audit-export.service.js';
import type { AuditFormat } from '../../../features/audit/audit-export.service.js';
import { AuditListRepository } from '../../../features/audit/audit-list.repository.js';
import { AuditVerificationService, shownHead } from '../../../features/audit/audit-verification.js';
import type { AuditVerification } from '../../../features/audit/audit-verification.js';
import type { AuditEntry, AuditFilter } from '../../../features/audit/audited-act.js';
import { QueryOf } from '../../../platform/http/query-values.js';
import { UsersService } from '../../../features/users/users.service.js';
import { Administration, AdministrationRoute } from '../access/administration-route.js';
import { CurrentAdministrator } from '../access/administrator.guard.js';
import type { Administrator } from '../access/administrator.guard.js';
import { nextCursor, numberAfter, sizeOf } from '../access/page-request.js';
import { AuditExportRequest, AuditPageRequest, AuditVerificationRequest } from './audit-requests.js';
import type { AuditFilterRequest } from './audit-requests.js';
import { verificationCursor, verifiedTo } from './verification-cursor.js';

/**
 * A page of the audit log, the newest first. It can have fewer entries than requested, and others follow nevertheless.
 */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next_cursor: string | null;
}

/** The verification of a part of the chain. `unsealed` counts entries next to this part. */
export interface AuditVerificationPart extends AuditVerification {
  /** Null: this is the end of the chain, or it is broken. */
  readonly next_cursor: string | null;
}

const TYPES: Readonly<Record<AuditFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

const NO_USER = {
  404: { description: 'There is no such user: `not_found`; or `ADMIN_PAGE` is off.', type: 'HttpError' },
};

@Controller('api/admin/audit')
@Administration()
export class AuditController {
  constructor(
    private readonly audit: AuditListRepository,
    private readonly exports: AuditExportService,
    private readonly verification: AuditVerificationService,
    private readonly users: UsersService,
  ) {}

  @AdministrationRoute('GET', '', {
    summary: 'Returns a page of the audit log by user, room, API key, action or time, the newest entry first.',
    right: 'audit.read',
    query: AuditPageRequest,
    answer: { description: 'A page of entries.', type: 'AuditPage' },
    refusals: NO_USER,
  })
  async list(@QueryOf(AuditPageRequest) request: AuditPageRequest): Promise<AuditPage> {
    const place = { after: numberAfter(request), limit: sizeOf(request) };
    const { items: entries, after } = await this.audit.part(await this.filterOf(request), place);
    return { entries, next_cursor: nextCursor(after) };
  }

  @AdministrationRoute('GET', 'export/', {
    summary: 'Returns all entries that the filters select as CSV or JSON lines. The audit log records it.',
    right: 'audit.read',
    query: AuditExportRequest,
    answer: { description: 'The entries, the newest first; or `application/jsonl`.', contentType: 'text/csv' },
    refusals: NO_USER,
  })
  async export(
    @CurrentAdministrator() { authority }: Administrator,
    @QueryOf(AuditExportRequest) request: AuditExportRequest,
    @Res() response: ServerResponse,
  ): Promise<void> {
    const { format } = request;
    const filter = await this.filterOf(request);
    const pieces = await this.exports.export((manager) => authority.permit(manager, 'audit.read'), filter, format);
    response.setHeader('Content-Type', TYPES[format]);
    response.setHeader('Content-Disposition', `attachment; filename="audit.${format}"`);
    response.setHeader('Cache-Control', 'no-store');
    await pipeline(Readable.from(pieces), response);
  }

  @AdministrationRoute('GET', 'verification/', {
    summary: 'Verifies a part of the hash chain over the audit log, from its beginning or from the part before.',
    right: 'audit.read',
    query: AuditVerificationRequest,
    answer: { description: 'How far the chain holds.', type: 'AuditVerificationPart' },
  })
  async verify(@QueryOf(AuditVerificationRequest) request: AuditVerificationRequest): Promise<AuditVerificationPart> {
    const { to, unsealed, broken, isLast } = await this.verification.verifyPart(verifiedTo(request));
    const { head } = to;
    return {
      verified: head.seq,
      unsealed,
      head: shownHead(head),
      broken,
      next_cursor: isLast ? null : verificationCursor(to),
    };
  }

  private async filterOf({ user, room_id, key_id, action, since, until }: AuditFilterRequest): Promise<AuditFilter> {
    const userId = typeof user === 'string' ? (await this.users.findAny(user)).id : undefined;
    return {
      userId,
      roomId: room_id ?? undefined,
      keyId: key_id ?? undefined,
      action: action ?? undefined,
      since: momentOf(since),
      until: momentOf(until),
    };
  }
}

const momentOf = (text: string | null | undefined): Date | undefined =>
  typeof text === 'string' ? new Date(text) : undefined;
