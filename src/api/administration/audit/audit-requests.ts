import { Choice, Id, Integer, Matching, Moment, Optional, Text } from '@parley/realtime/requests';

import { AUDIT_FORMATS } from '../../../features/audit/audit-export.service.js';
import type { AuditFormat } from '../../../features/audit/audit-export.service.js';
import { AUDIT_ACTION } from '../../../features/audit/audited-act.js';
import { MAX_USERNAME_LENGTH } from '../../../features/users/username.js';
import { LARGEST_PAGE, LONGEST_CURSOR } from '../access/page-request.js';
import type { PageRequest } from '../access/page-request.js';

/** Selects entries of the audit log. */
export class AuditFilterRequest {
  /** The username of the actor or of the affected user. */
  @Optional()
  @Text({ min: 1, max: MAX_USERNAME_LENGTH })
  user?: string | null;

  @Optional()
  @Id()
  room_id?: string | null;

  @Optional()
  @Id()
  key_id?: string | null;

  /** The name of an action, or a beginning of names that ends with a dot. */
  @Optional()
  @Matching(AUDIT_ACTION)
  action?: string | null;

  @Optional()
  @Moment()
  since?: string | null;

  @Optional()
  @Moment()
  until?: string | null;
}

export class AuditPageRequest extends AuditFilterRequest implements PageRequest {
  @Optional()
  @Integer({ min: 1, max: LARGEST_PAGE })
  limit?: number | null;

  /** The `next_cursor` of the page before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}

export class AuditExportRequest extends AuditFilterRequest {
  @Choice(AUDIT_FORMATS)
  format!: AuditFormat;
}

export class AuditVerificationRequest {
  /** The `next_cursor` of the part before. */
  @Optional()
  @Text({ min: 1, max: LONGEST_CURSOR })
  cursor?: string | null;
}
