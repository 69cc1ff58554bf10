import fc from 'fast-check';

import { NO_RULES, rulesOf, wireRules } from './room-rules.js';
import type { RoomRules } from './room-rules.js';

const rules: fc.Arbitrary<RoomRules> = fc.record({
  slowModeSeconds: fc.integer({ min: 0, max: 21_600 }),
  messageTtlSeconds: fc.option(fc.integer({ min: 60, max: 315_360_000 })),
  maxMessageLength: fc.option(fc.integer({ min: 1 })),
  mediaAllowed: fc.boolean(),
});

it('the rules of a room are the same after they were stored and read', () => {
  fc.assert(
    fc.property(rules, (given) => {
      expect(rulesOf(wireRules(given))).toEqual(given);
    }),
  );
});

it('a new room has no rules', () => {
  expect(wireRules(NO_RULES)).toEqual({
    slow_mode_seconds: 0,
    message_ttl_seconds: null,
    max_message_length: null,
    media_allowed: true,
  });
});
