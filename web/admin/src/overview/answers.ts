import type { DeploymentCounts } from '../figures/answers.js';

/** What an administrator should do, by its code. */
export interface Warning {
  readonly code: string;
  readonly [detail: string]: string | number;
}

export interface HealthDetail {
  readonly status: 'up' | 'degraded' | 'down';
  readonly message?: string;
}

/** The state of the deployment. */
export interface Overview {
  readonly version: string;
  readonly health: {
    readonly status: 'ok' | 'degraded' | 'error' | 'shutting_down';
    readonly details: Readonly<Record<string, HealthDetail>>;
  };
  /** In bytes; null: no data is on a disk. */
  readonly disk: { readonly free: number; readonly size: number } | null;
  readonly backup: { readonly is_known: boolean; readonly at: string | null };
  readonly reports: { readonly open: number; readonly about_you: number };
  /** Null while it is counted for the first time. */
  readonly deployment: DeploymentCounts | null;
  readonly warnings: readonly Warning[];
}
