import type { ParleyError } from '@parley/client';

type ErrorInfo = Pick<ParleyError, 'code' | 'detail' | 'retryAfter'>;

/** The names of wire fields as they are shown to users. */
const FIELDS: Readonly<Record<string, string>> = {
  content: 'Message',
  media_url: 'URL',
  reaction_content: 'Reaction',
  room_id: 'Room',
  participants: 'Members',
  subscribers: 'Members',
};

function fieldName(path: string): string {
  const last = path.split('.').at(-1) ?? path;
  const words = FIELDS[last] ?? last.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fieldErrors(detail: ErrorInfo['detail']): string {
  if (typeof detail === 'string') return detail;
  return Object.entries(detail)
    .map(([field, reasons]) => `${fieldName(field)}: ${reasons.join(' ')}`)
    .join(' ');
}

const SERVER_ERROR = 'Something went wrong on the server. Try again in a moment.';

const MESSAGES: Readonly<Record<string, (error: ErrorInfo) => string>> = {
  4002: () => 'You do not have permission to do this.',
  4003: ({ detail }) => `Invalid input. ${fieldErrors(detail)}`.trim(),
  4004: () => 'This does not exist any more, or you do not have access to it.',
  4005: () => 'This conflicts with another change. Check the current state and try again.',
  4006: ({ retryAfter }) =>
    retryAfter === undefined ? SERVER_ERROR : 'The server is not available at the moment. Try again soon.',
  4029: ({ retryAfter = 1 }) => `Too many requests. Try again in ${String(Math.ceil(retryAfter))} s.`,
  offline: () => 'There is no connection to the server. Try again when it is back.',
  stopped: () => 'The server has closed the connection. Reload the page to reconnect.',
  storage: () => 'This browser cannot store data. Unsent messages are lost on reload.',
  token: () => 'Your session could not be renewed.',
};

/** The message that a user sees for an error of the client library. */
export const errorMessage = (error: ErrorInfo): string => MESSAGES[error.code]?.(error) ?? SERVER_ERROR;
