import type { ReportAction } from '@parley/protocol';

import { t } from '../languages/texts.js';

export interface Resolution {
  readonly action: ReportAction;
  readonly note?: string;
  /** The end of a mute or a ban; missing: there is none. */
  readonly until?: string;
}

/** The actions with their names. */
export const actionOptions = (): readonly (readonly [ReportAction, string])[] => [
  ['dismiss', t('reports.dismiss')],
  ['delete_message', t('reports.deleteMessage')],
  ['mute', t('reports.mute')],
  ['ban', t('reports.ban')],
  ['deactivate', t('reports.deactivate')],
];

export const actionName = (action: ReportAction): string =>
  actionOptions().find(([each]) => each === action)?.[1] ?? action;

/** The lengths of a mute or a ban in hours; empty: without an end. */
export const lengthOptions = (): readonly (readonly [string, string])[] => [
  ['1', t('reports.hours', { count: 1 })],
  ['24', t('reports.days', { count: 1 })],
  ['168', t('reports.days', { count: 7 })],
  ['720', t('reports.days', { count: 30 })],
  ['', t('reports.noEnd')],
];

const HOUR_MS = 3_600_000;

/** The body of a request. Only a mute or a ban has an end. */
export function resolutionOf(action: ReportAction, note: string, hours: string, now: Date): Resolution {
  const isTimed = (action === 'mute' || action === 'ban') && hours !== '';
  return {
    action,
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(isTimed && { until: new Date(now.getTime() + Number(hours) * HOUR_MS).toISOString() }),
  };
}
