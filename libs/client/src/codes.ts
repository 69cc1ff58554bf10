/**
 * The codes of the wire by which the client acts. Those of `@parley/protocol`, of which a published client brings the
 * types alone: a spec holds them equal.
 */
export const Refused = {
  notPermitted: 4002,
  invalid: 4003,
  notFound: 4004,
  conflict: 4005,
  internal: 4006,
  tooFast: 4029,
};

export const Closed = {
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

/** What a socket of one's own says where the line was lost without a word. */
export const LOST = 1006;

const FOR_GOOD: readonly unknown[] = [Refused.notPermitted, Refused.invalid, Refused.notFound, Refused.conflict];

/** Whether the service will say the same again, however often it is asked. */
export const isForGood = (code: unknown): boolean => FOR_GOOD.includes(code);
