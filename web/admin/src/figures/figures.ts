import { t } from '../languages/texts.js';
import { durationText, fileSize, numberText } from '../app/numbers.js';
import type { FigureName } from './answers.js';

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
      shown('timers_due', t('figures.timers')),
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
