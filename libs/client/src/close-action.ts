import { CLOSE_CODES } from './codes.js';

/** What the client does after a connection has closed. */
export type CloseAction = 'reconnect' | 'reconnect with another token' | 'stop';

/** Reconnecting would fail again: the application has to be fixed, or other sockets of the user closed. */
const PERMANENT_CODES: readonly number[] = [
  ...[
    CLOSE_CODES.tooMany,
    CLOSE_CODES.tooFast,
    CLOSE_CODES.unsupportedData,
    CLOSE_CODES.invalidText,
    CLOSE_CODES.tooLarge,
  ],
  ...[1002, 1008], // Protocol error and policy violation.
];

/**
 * @param code of the close frame; 1006 without one, for instance after a handshake refused with 403 or 429
 * @param isFresh whether the token replaced a rejected one and was never accepted
 */
export function closeAction(code: number, isFresh: boolean): CloseAction {
  if (PERMANENT_CODES.includes(code)) return 'stop';
  if (code !== CLOSE_CODES.unauthenticated) return 'reconnect';
  return isFresh ? 'stop' : 'reconnect with another token';
}
