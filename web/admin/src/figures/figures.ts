import { t } from '../languages/texts.js';
import { durationText, fileSize, numberText } from '../app/numbers.js';

export type FigureName =
  | ('connections' | 'users' | 'messages' | 'events' | 'events_refused' | 'events_failed' | 'frames' | 'limited')
  | ('event_loop_seconds' | 'memory_bytes' | 'unsent_bytes')
  | ('database_up' | 'database_seconds' | 'database_busy' | 'database_waiting' | 'redis_up' | 'redis_seconds')
  | ('frames_waiting' | 'sends_waiting' | 'moderation_waiting')
  | ('outbox_pending' | 'webhooks_pending' | 'pushes_pending' | 'scans_waiting');

/** What a node measures every ten seconds. Null: it is not known. */
export type Figures = Readonly<Partial<Record<FigureName, number | null>>>;

export interface NodeFigures {
  readonly id: string;
  readonly started_at: string;
  readonly version: string | null;
  readonly sampled_at: string | null;
  readonly last: Figures | null;
}

/** What the database holds. */
export interface DeploymentCounts {
  readonly users: { readonly total: number; readonly active: number; readonly online: number };
  readonly rooms: Readonly<Record<string, number>>;
  readonly messages: number;
  readonly files: number;
  readonly file_bytes: number;
  readonly database_bytes: number;
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

export interface ShownFigure {
  readonly name: FigureName;
  readonly title: string;
  readonly text: (value: number) => string;
}

const shown = (name: FigureName, title: string, text: (value: number) => string = numberText): ShownFigure => ({
  name,
  title,
  text,
});

/** A group of figures. */
export interface FigureGroup {
  readonly title: string;
  readonly figures: readonly ShownFigure[];
}

const upOrDown = (value: number): string => (value >= 1 ? t('figures.up') : t('figures.down'));

/** The figures in the order of the page. */
export const figureGroups = (): readonly FigureGroup[] => [
  {
    title: t('figures.traffic'),
    figures: [
      shown('connections', t('figures.connections')),
      shown('users', t('figures.users')),
      shown('messages', t('figures.messages')),
      shown('events', t('figures.events')),
      shown('events_refused', t('figures.eventsRefused')),
      shown('events_failed', t('figures.eventsFailed')),
      shown('frames', t('figures.frames')),
      shown('limited', t('figures.limited')),
    ],
  },
  {
    title: t('figures.queues'),
    figures: [
      shown('frames_waiting', t('figures.framesWaiting')),
      shown('sends_waiting', t('figures.sendsWaiting')),
      shown('moderation_waiting', t('figures.moderationWaiting')),
      shown('outbox_pending', t('figures.outbox')),
      shown('webhooks_pending', t('figures.webhooks')),
      shown('pushes_pending', t('figures.pushes')),
      shown('scans_waiting', t('figures.scans')),
    ],
  },
  {
    title: t('figures.database'),
    figures: [
      shown('database_up', t('figures.databaseUp'), upOrDown),
      shown('database_seconds', t('figures.databaseTime'), durationText),
      shown('database_busy', t('figures.databaseBusy')),
      shown('database_waiting', t('figures.databaseWaiting')),
      shown('redis_up', t('figures.redisUp'), upOrDown),
      shown('redis_seconds', t('figures.redisTime'), durationText),
    ],
  },
  {
    title: t('figures.processes'),
    figures: [
      shown('event_loop_seconds', t('figures.eventLoop'), durationText),
      shown('memory_bytes', t('figures.memory'), fileSize),
      shown('unsent_bytes', t('figures.unsent'), fileSize),
    ],
  },
];
