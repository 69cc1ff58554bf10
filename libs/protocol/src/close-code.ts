/** The recommended reaction of a client to a close code. */
export type CloseAdvice = 'get a new token' | 'reconnect and sync' | 'fix the client';

interface Close {
  readonly code: number;
  readonly advice: CloseAdvice;
}

/** The codes with which the server closes a connection. The code decides whether a client reconnects. */
export const CloseCode = {
  /** The access token is missing, invalid, expired or revoked, or its user is inactive; the reason says which. */
  unauthenticated: { code: 4001, advice: 'get a new token' },
  /** This node is shutting down; others are running. */
  goingDown: { code: 1012, advice: 'reconnect and sync' },
  /** A server error while the connection was being opened. */
  internal: { code: 1011, advice: 'reconnect and sync' },
  /**
   * The client reads too slowly: more than `MAX_UNSENT_BYTES` are queued for it, or more than
   * `MAX_UNSENT_BYTES_PER_USER` for all connections of its user to this node, of which it has the most; or it has read
   * nothing for `STALLED_READER_SECONDS`.
   */
  tooSlow: { code: 4008, advice: 'reconnect and sync' },
  /** The user has `CONNECTIONS_PER_USER` sockets already. */
  tooMany: { code: 4009, advice: 'fix the client' },
  /** The client kept exceeding the rate limit that error frames with the same code had reported. */
  tooFast: { code: 4029, advice: 'fix the client' },
  /** A binary frame. */
  unsupportedData: { code: 1003, advice: 'fix the client' },
  /** A text frame that is not UTF-8. */
  invalidText: { code: 1007, advice: 'fix the client' },
  /** A frame larger than `MAX_FRAME_BYTES`. */
  tooLarge: { code: 1009, advice: 'fix the client' },
} as const satisfies Record<string, Close>;

export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** The close reason of {@link CloseCode.unauthenticated}. */
export type UnauthenticatedReason =
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  /** The user has ended the log-in of the token. */
  | 'token_revoked'
  | 'user_inactive';
