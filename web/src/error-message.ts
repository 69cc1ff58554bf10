import type { ParleyError } from '@parley/client';

import { t } from './languages/translate.js';
import type { TextKey } from './languages/translate.js';

type ErrorInfo = Pick<ParleyError, 'code' | 'detail' | 'retryAfter'>;

/** The names of wire fields as they are shown to users. */
const FIELDS: Readonly<Record<string, TextKey>> = {
  content: 'errors.message',
  media_url: 'errors.url',
  reaction_content: 'errors.reaction',
  room_id: 'errors.room',
  participants: 'errors.members',
  subscribers: 'errors.members',
};

function fieldName(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  const key = FIELDS[last];
  const words = key ? t(key) : last.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fieldErrors(detail: ErrorInfo['detail']): string {
  if (typeof detail === 'string') return detail;
  return Object.entries(detail)
    .map(([field, reasons]) => `${fieldName(field)}: ${reasons.join(' ')}`)
    .join(' ');
}

const MESSAGES: Readonly<Record<string, (error: ErrorInfo) => string>> = {
  4002: () => t('errors.forbidden'),
  4003: ({ detail }) => `${t('errors.invalid')} ${fieldErrors(detail)}`.trim(),
  4004: () => t('errors.notFound'),
  4005: () => t('errors.conflict'),
  4006: ({ retryAfter }) => t(retryAfter === undefined ? 'errors.server' : 'errors.unavailable'),
  4029: ({ retryAfter = 1 }) => t('errors.tooMany', { seconds: Math.ceil(retryAfter) }),
  offline: () => t('errors.offline'),
  stopped: () => t('errors.stopped'),
  storage: () => t('errors.storage'),
  token: () => t('errors.session'),
};

/** The message that a user sees for an error of the client library. */
export const errorMessage = (error: ErrorInfo): string => MESSAGES[error.code]?.(error) ?? t('errors.server');
