import type { ParleyError } from '@parley/client';

type Told = Pick<ParleyError, 'code' | 'detail' | 'retryAfter'>;

/** What fields of the wire are called on the screen. */
const FIELDS: Readonly<Record<string, string>> = {
  content: 'Message',
  media_url: 'Address',
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

function faultsIn(detail: Told['detail']): string {
  if (typeof detail === 'string') return detail;
  return Object.entries(detail)
    .map(([field, reasons]) => `${fieldName(field)}: ${reasons.join(' ')}`)
    .join(' ');
}

const SENTENCES: Readonly<Record<string, (told: Told) => string>> = {
  4002: () => 'You are not allowed to do that here.',
  4003: ({ detail }) => `That was not accepted. ${faultsIn(detail)}`.trim(),
  4004: () => 'That is not there any more, or not open to you.',
  4005: () => 'Somebody was faster: have another look, and try again.',
  4029: ({ retryAfter = 1 }) => `That was too fast. Try again in ${String(Math.ceil(retryAfter))} s.`,
  offline: () => 'You are offline. Try again once you are back.',
  stopped: () => 'The service does not let this page in any more. Reload it to try again.',
  storage: () => 'This browser keeps nothing: unsent messages will not survive a reload.',
  token: () => 'Your log-in could not be renewed.',
};

/** An error of the client library, for people. */
export const inWords = (told: Told): string =>
  SENTENCES[told.code]?.(told) ?? 'Something went wrong at the service. Try again in a moment.';
