/**
 * What an error frame says. Errors answer one request and the talk goes on;
 * what ends the talk is a {@link CloseCode}.
 */
export const ErrorCode = {
  /** The asker may not do this. */
  notPermitted: 4002,
  /** Not JSON, no object, no such event, a missing or wrong field, or a rule broken. */
  invalid: 4003,
  /** No such room, or one that the asker is not in; no such message; no such user. */
  notFound: 4004,
  /** What is there already does not go with what was asked. */
  conflict: 4005,
  /** A fault of the server; its log has the trace under the id in `detail`. */
  internal: 4006,
  /** Too many events too fast; comes with `retry_after`. */
  tooFast: 4029,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** `{field: [reasons]}` where fields are at fault, else one sentence. */
export type ErrorDetail = string | Readonly<Record<string, readonly string[]>>;
