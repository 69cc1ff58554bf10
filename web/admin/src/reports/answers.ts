import type { DeploymentRole, Report, ReportAction, RestrictionKind, User } from '@parley/protocol';

import type { FieldReasons } from '../../../src/field-reasons.js';

export interface ReportPage {
  readonly reports: readonly Report[];
  readonly next_cursor: string | null;
  /** The open reports about the own user. */
  readonly about_you: number;
}

/** Another report of the same user. */
export interface ReportSummary {
  readonly report_id: string;
  readonly reason: Report['reason'];
  readonly created_at: string;
  /** Null: it is open. */
  readonly action: ReportAction | null;
}

export interface ReportedUser {
  readonly is_active: boolean;
  readonly role: DeploymentRole;
  readonly created_at: string;
  readonly open_reports: number;
  readonly resolved_reports: number;
  readonly last_reports: readonly ReportSummary[];
  readonly restriction: {
    readonly kind: RestrictionKind;
    readonly until: string | null;
    readonly reason: string | null;
    readonly by: User | null;
  } | null;
}

/** The result for each of several reports. */
export interface ReportResolutions {
  readonly resolved: number;
  readonly refused: readonly {
    readonly report_id: string;
    readonly detail: string | FieldReasons;
  }[];
}
