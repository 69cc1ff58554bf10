import { post } from '../api.js';
import type { FormField } from '../app/form-values.js';
import { t } from '../languages/texts.js';
import type { SenderPurge } from './answers.js';

const HOUR_MS = 3_600_000;

export const sinceOf = (hours: unknown): string => new Date(Date.now() - Number(hours) * HOUR_MS).toISOString();

/** The choice of the time whose messages are removed, in hours. */
export const purgeTime = (): FormField => ({
  name: 'hours',
  label: t('users.purgeSince'),
  kind: 'choice',
  initial: '1',
  options: [
    ['1', t('users.lastHours', { count: 1 })],
    ['24', t('users.lastHours', { count: 24 })],
    ['72', t('users.lastDays', { count: 3 })],
    ['168', t('users.lastDays', { count: 7 })],
  ],
});

/** Removes the messages that a user has sent in the last hours, in all rooms without a legal hold. */
export const purge = (username: string, hours: unknown): Promise<SenderPurge> =>
  post<SenderPurge>('messages/purge/', { sender: username, since: sinceOf(hours) });
