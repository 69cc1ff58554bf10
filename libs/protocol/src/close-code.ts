/** What a client should do after the server has closed its socket with a given code. */
export type CloseAdvice = 'get a new token' | 'come back and sync' | 'mend the client';

interface Close {
  readonly code: number;
  readonly advice: CloseAdvice;
}

/** How the server ends a talk. The code alone tells a client whether to come back. */
export const CloseCode = {
  /** The access token is missing, invalid, expired or revoked, or its user is inactive; the reason says which. */
  unauthenticated: { code: 4001, advice: 'get a new token' },
  /** This node is going down; others are up. */
  goingDown: { code: 1012, advice: 'come back and sync' },
  /** A failure on the server's side while the connection was being opened. */
  internal: { code: 1011, advice: 'come back and sync' },
  /** The client reads more slowly than its rooms speak: more than `MAX_UNSENT_BYTES` wait for it. */
  tooSlow: { code: 4008, advice: 'come back and sync' },
  /** The user has `CONNECTIONS_PER_USER` sockets already. */
  tooMany: { code: 4009, advice: 'mend the client' },
  /** The client went on for long past the limit that error frames with the same code told it of. */
  tooFast: { code: 4029, advice: 'mend the client' },
  /** A binary frame. */
  unsupportedData: { code: 1003, advice: 'mend the client' },
  /** A text frame that is not UTF-8. */
  invalidText: { code: 1007, advice: 'mend the client' },
  /** A frame over `MAX_FRAME_BYTES`. */
  tooLarge: { code: 1009, advice: 'mend the client' },
} as const satisfies Record<string, Close>;

export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** The reason beside {@link CloseCode.unauthenticated}. */
export type UnauthenticatedReason = 'token_missing' | 'token_invalid' | 'token_expired' | 'user_inactive';
