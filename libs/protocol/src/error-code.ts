/**
 * What an error frame says. Errors answer one request and the talk goes on;
 * what ends the talk is a {@link CloseCode}.
 */
export const ErrorCode = {
  notPermitted: 4002,
  invalid: 4003,
  notFound: 4004,
  conflict: 4005,
  internal: 4006,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** `{field: [reasons]}` where fields are at fault, else one sentence. */
export type ErrorDetail = string | Readonly<Record<string, readonly string[]>>;
