/** The codes of error frames. An error answers one request and keeps the connection; a {@link CloseCode} ends it. */
export const ErrorCode = {
  /** The user does not have permission. */
  notPermitted: 4002,
  /** Not JSON, not an object, an unknown event, a missing or invalid field, or a violated rule. */
  invalid: 4003,
  /** No such room, or one that the user is not a member of; no such message; no such user. */
  notFound: 4004,
  /** The request conflicts with the current state. */
  conflict: 4005,
  /** A server error. Its log has the stack trace under the id in `detail`. */
  internal: 4006,
  /** Rate limit exceeded; comes with `retry_after`. */
  tooFast: 4029,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** `{field: [reasons]}` for invalid fields, else one sentence. */
export type ErrorDetail = string | Readonly<Record<string, readonly string[]>>;
