/**
 * The codes of the wire that the client acts on. They repeat those of `@parley/protocol`, because a published client
 * contains its types only. A spec keeps them equal.
 */
export const ERROR_CODES = {
  notPermitted: 4002,
  invalid: 4003,
  notFound: 4004,
  conflict: 4005,
  internal: 4006,
  tooFast: 4029,
};

export const CLOSE_CODES = {
  unauthenticated: 4001,
  goingDown: 1012,
  internal: 1011,
  tooSlow: 4008,
  tooMany: 4009,
  tooFast: 4029,
  unsupportedData: 1003,
  invalidText: 1007,
  tooLarge: 1009,
};

/** Reported by the client's own socket when the connection was lost without a close frame. */
export const ABNORMAL_CLOSURE = 1006;

/** Whether a retry of the request is refused in the same way: the codes from 4002 to 4005. */
export const isPermanent = (code: unknown): boolean =>
  (code as number) >= ERROR_CODES.notPermitted && (code as number) <= ERROR_CODES.conflict;

/** Whether the service cannot reach its database, so that every request is refused. */
export const isOutage = ({
  code,
  retryAfter,
}: {
  readonly code: unknown;
  readonly retryAfter?: number | undefined;
}): boolean => code === ERROR_CODES.internal && retryAfter !== undefined;

/** The reaction of the client to a close code. */
export type CloseAction = 'reconnect' | 'reconnect with another token' | 'stop';

/** Reconnecting would fail again: the application has to be fixed, or other sockets of the user closed. */
const PERMANENT_CLOSES: readonly number[] = [
  CLOSE_CODES.tooMany,
  CLOSE_CODES.tooFast,
  CLOSE_CODES.unsupportedData,
  CLOSE_CODES.invalidText,
  CLOSE_CODES.tooLarge,
  1002,
  1008, // Protocol error and policy violation.
];

/**
 * @param code of the close frame; 1006 without one, for instance after a handshake refused with 403 or 429
 * @param isFresh whether the token replaced a rejected one and was never accepted
 */
export function closeAction(code: number, isFresh: boolean): CloseAction {
  if (PERMANENT_CLOSES.includes(code)) return 'stop';
  if (code !== CLOSE_CODES.unauthenticated) return 'reconnect';
  return isFresh ? 'stop' : 'reconnect with another token';
}
