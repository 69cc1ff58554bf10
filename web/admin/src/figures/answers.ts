export type FigureName =
  | ('connections' | 'users' | 'messages' | 'events' | 'events_refused' | 'events_failed' | 'frames' | 'limited')
  | ('event_loop_seconds' | 'memory_bytes' | 'unsent_bytes')
  | ('database_up' | 'database_seconds' | 'database_busy' | 'database_waiting' | 'redis_up' | 'redis_seconds')
  | ('frames_waiting' | 'sends_waiting' | 'moderation_waiting')
  | ('outbox_pending' | 'webhooks_pending' | 'pushes_pending' | 'timers_due' | 'scans_waiting');

/** The measurements of a node, taken every ten seconds. Null: it is not known. */
export type Figures = Readonly<Partial<Record<FigureName, number | null>>>;

export interface NodeFigures {
  readonly id: string;
  readonly started_at: string;
  readonly version: string | null;
  readonly sampled_at: string | null;
  readonly last: Figures | null;
}

export interface DeploymentCounts {
  readonly users: {
    readonly total: number;
    readonly active: number;
    readonly online: number;
    readonly guests: number;
    readonly bots: number;
  };
  readonly rooms: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly files: number;
  readonly file_bytes: number;
  readonly database_bytes: number;
  /** Open connections. */
  readonly sessions: number;
  readonly counted_at: string;
}

export interface PresentFigures {
  readonly at: string;
  readonly nodes: readonly NodeFigures[];
  readonly total: Figures;
  /** Null while it is being counted for the first time. */
  readonly deployment: DeploymentCounts | null;
}

/** The figures of the last hour: a value for each step. */
export interface FigureHistory {
  readonly step_seconds: number;
  readonly from: string;
  readonly series: Readonly<Partial<Record<FigureName, readonly (number | null)[]>>>;
}
