import type { CloseCode, ErrorCode } from '@parley/protocol';

// The codes of the wire that the client acts on. A published client contains types of `@parley/protocol` only, which keep
// these numbers equal to its codes.
const NOT_PERMITTED: (typeof ErrorCode)['notPermitted'] = 4002;
const CONFLICT: (typeof ErrorCode)['conflict'] = 4005;
const INTERNAL: (typeof ErrorCode)['internal'] = 4006;
const UNAUTHENTICATED: (typeof CloseCode)['unauthenticated']['code'] = 4001;

/** Reported by the client's own socket when the connection was lost without a close frame. */
export const ABNORMAL_CLOSURE = 1006;

/** Whether a retry of the request is refused in the same way: the codes from 4002 to 4005. */
export const isPermanent = (code: unknown): boolean =>
  (code as number) >= NOT_PERMITTED && (code as number) <= CONFLICT;

/** Whether the service cannot reach its database, so that every request is refused. */
export const isOutage = ({
  code,
  retryAfter,
}: {
  readonly code: unknown;
  readonly retryAfter?: number | undefined;
}): boolean => code === INTERNAL && retryAfter !== undefined;

/** The reaction of the client to a close code. */
export type CloseAction = 'reconnect' | 'reconnect with another token' | 'stop';

/** Reconnecting would fail again: the application has to be fixed, or other sockets of the user closed. */
const PERMANENT_CLOSES: readonly number[] = [
  1002, // Protocol error.
  1003, // A binary frame.
  1007, // Text that is not UTF-8.
  1008, // Policy violation.
  1009, // A frame that is too large.
  4009, // Too many connections.
  4029, // Too many frames.
];

/**
 * @param code of the close frame; 1006 without one, for instance after a handshake refused with 403 or 429
 * @param isFresh whether the token replaced a rejected one and was never accepted
 */
export function closeAction(code: number, isFresh: boolean): CloseAction {
  if (PERMANENT_CLOSES.includes(code)) return 'stop';
  if (code !== UNAUTHENTICATED) return 'reconnect';
  return isFresh ? 'stop' : 'reconnect with another token';
}
