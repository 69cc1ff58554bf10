/** The state of one dependency of the process. */
export interface HealthDetail {
  /** `degraded` still serves. */
  readonly status: 'up' | 'degraded' | 'down';
  /** The problem, or the free space. */
  readonly message?: string;
  /** The duration of the response. */
  readonly seconds?: number;
  /** Of `redis`: packets that were dropped since the start, because no node of the deployment has sent them. */
  readonly dropped_packets?: number;
}
