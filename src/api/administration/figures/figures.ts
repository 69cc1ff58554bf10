/**
 * The measurements of a node, taken every ten seconds. Null: it is not known, or the node does not have it, such as
 * Redis.
 *
 * Counts are those of the ten seconds before. `outbox_pending`, `webhooks_pending`, `pushes_pending`, `timers_due` and
 * `scans_waiting` are of the whole deployment, which one node counts.
 */
export interface Figures {
  /** Open connections. */
  readonly connections: number | null;
  /** Users with open connections. A user of two nodes counts for each of them. */
  readonly users: number | null;
  /** Messages that were stored. */
  readonly messages: number | null;
  /** Frames of clients that were handled. */
  readonly events: number | null;
  readonly events_refused: number | null;
  readonly events_failed: number | null;
  /** Frames that were delivered to connections. */
  readonly frames: number | null;
  /** Times that a limit was exceeded. */
  readonly limited: number | null;
  /** The 99th percentile of the delay of the event loop. */
  readonly event_loop_seconds: number | null;
  /** The resident memory of the process. */
  readonly memory_bytes: number | null;
  /** Bytes that clients have not read yet. */
  readonly unsent_bytes: number | null;
  /** Whether the database responds: 1 or 0. */
  readonly database_up: number | null;
  /** The time of a response of the database. */
  readonly database_seconds: number | null;
  /** Database connections in use. */
  readonly database_busy: number | null;
  /** Statements that wait for a database connection. */
  readonly database_waiting: number | null;
  /** Whether Redis responds: 1 or 0. */
  readonly redis_up: number | null;
  /** The time of a response of Redis. */
  readonly redis_seconds: number | null;
  /** Frames of clients that wait to be handled. */
  readonly frames_waiting: number | null;
  /** Messages that wait to be stored. */
  readonly sends_waiting: number | null;
  /** Messages that wait for a call of the before-send hook. */
  readonly moderation_waiting: number | null;
  /** Changes of rooms in the outbox, counted to 10,000. */
  readonly outbox_pending: number | null;
  /** Deliveries to webhooks that are not made yet, counted to 10,000. */
  readonly webhooks_pending: number | null;
  /** Push notifications that are not sent yet, counted to 10,000. */
  readonly pushes_pending: number | null;
  /** Due timers that have not run, such as those of scheduled messages, counted to 10,000. */
  readonly timers_due: number | null;
  /** Files that wait for their scan, counted to 10,000. */
  readonly scans_waiting: number | null;
}

export type FigureName = keyof Figures;

/** Where a figure is from, and what it is for several nodes. */
export interface FigureSource {
  readonly over: 'sum' | 'most' | 'least';
  /** The name of a metric of the process. Undefined: the figure is measured for itself. */
  readonly metric?: string;
  /** Of a histogram. */
  readonly part?: 'count' | 'sum';
  /** The values of the metric that count. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The metric only rises, and the figure is its increase. */
  readonly isIncrease?: boolean;
  /** The metric is counted in the database, and its value is the same on each node. */
  readonly isOfDeployment?: boolean;
}

const increaseOf = (metric: string, others: Partial<FigureSource> = {}): FigureSource => ({
  over: 'sum',
  metric,
  isIncrease: true,
  ...others,
});
const summed = (metric: string, labels: FigureSource['labels'] = {}): FigureSource => ({ over: 'sum', metric, labels });
const ofDeployment = (metric: string): FigureSource => ({ over: 'most', metric, isOfDeployment: true });

export const FIGURES: Readonly<Record<FigureName, FigureSource>> = {
  connections: summed('parley_connections'),
  users: { over: 'sum' },
  messages: increaseOf('parley_send_to_commit_seconds', { part: 'count' }),
  events: increaseOf('parley_events_total'),
  events_refused: increaseOf('parley_events_total', { labels: { outcome: 'refused' } }),
  events_failed: increaseOf('parley_events_total', { labels: { outcome: 'failed' } }),
  frames: increaseOf('parley_group_size', { part: 'sum' }),
  limited: increaseOf('parley_limited_total'),
  event_loop_seconds: { over: 'most' },
  memory_bytes: summed('process_resident_memory_bytes'),
  unsent_bytes: summed('parley_unsent_bytes'),
  database_up: { over: 'least', metric: 'parley_database_up' },
  database_seconds: { over: 'most', metric: 'parley_database_answer_seconds' },
  database_busy: summed('parley_database_connections', { state: 'busy' }),
  database_waiting: summed('parley_database_waiting'),
  redis_up: { over: 'least', metric: 'parley_redis_up' },
  redis_seconds: { over: 'most' },
  frames_waiting: summed('parley_frames_waiting'),
  sends_waiting: summed('parley_sends_waiting'),
  moderation_waiting: summed('parley_moderation_waiting'),
  outbox_pending: ofDeployment('parley_feed_pending'),
  webhooks_pending: ofDeployment('parley_webhook_pending'),
  pushes_pending: ofDeployment('parley_push_pending'),
  timers_due: ofDeployment('parley_timers_due'),
  scans_waiting: ofDeployment('parley_scans_waiting'),
};

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];

export const eachFigure = <Value>(make: (name: FigureName) => Value): Record<FigureName, Value> =>
  Object.fromEntries(FIGURE_NAMES.map((name) => [name, make(name)])) as Record<FigureName, Value>;

/** The figures in a packet of another node, which may be of another release. */
export function figuresIn(packet: unknown): Figures {
  const given = (typeof packet === 'object' && packet !== null ? packet : {}) as Readonly<Record<string, unknown>>;
  return eachFigure((name) => {
    const value = given[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  });
}

const COMBINED: Readonly<Record<FigureSource['over'], (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  most: (values) => Math.max(...values),
  least: (values) => Math.min(...values),
};

/** The figures of several nodes as those of the deployment. A figure that no node knows is null. */
export const combined = (all: readonly Figures[]): Figures =>
  eachFigure((name) => {
    const known = all.map((figures) => figures[name]).filter((value) => value !== null);
    return known.length === 0 ? null : COMBINED[FIGURES[name].over](known);
  });
