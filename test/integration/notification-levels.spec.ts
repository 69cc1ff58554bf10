import type { NotifyLevel } from '@parley/protocol';
import fc from 'fast-check';
import type pg from 'pg';

import { isNotified, levelOf, NOTIFY_LEVELS } from '../../src/features/notification-levels/level.js';
import * as sql from '../../src/features/notification-levels/level-sql.js';
import { connected } from '../support/database.js';
import { sampled } from '../support/sample.js';
import { sharedService } from '../support/shared-services.js';

/** A member of a room, and a message there. */
interface Case {
  readonly notifyLevel: NotifyLevel | null;
  /** How long the room stays muted, in seconds; at 0 and below, the time is over. Null: no time was chosen. */
  readonly mutedFor: number | null;
  readonly userLevel: NotifyLevel | null;
  readonly isMention: boolean;
}

interface Judged {
  readonly room_level: NotifyLevel | null;
  readonly is_notified: boolean;
}

const level = fc.constantFrom(null, ...NOTIFY_LEVELS);
const cases: fc.Arbitrary<Case[]> = fc.array(
  fc.record({
    notifyLevel: level,
    mutedFor: fc.option(fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -1e9, max: 1e9 }))),
    userLevel: level,
    isMention: fc.boolean(),
  }),
  { minLength: 1, maxLength: 200 },
);

/** All cases in one statement: the time of all is the same. */
const JUDGE = `
  SELECT ${sql.roomLevel('s')} AS room_level,
    ${sql.isNotified(`coalesce(${sql.roomLevel('s')}, s.user_level, 'all')`, 's.is_mention')} AS is_notified
  FROM (
    SELECT at, notify_level, now() + make_interval(secs => muted_for) AS muted_until, user_level, is_mention
    FROM unnest($1::text[], $2::float8[], $3::text[], $4::boolean[])
      WITH ORDINALITY AS given (notify_level, muted_for, user_level, is_mention, at)) s
  ORDER BY s.at`;

let database: pg.Client;

beforeAll(async () => {
  database = await connected((await sharedService()).serviceData);
});
afterAll(() => database.end());

function judge({ notifyLevel, mutedFor, userLevel, isMention }: Case): Judged {
  const roomLevel = mutedFor !== null && mutedFor > 0 ? 'none' : notifyLevel;
  return { room_level: roomLevel, is_notified: isNotified(levelOf({ roomLevel, userLevel }), isMention) };
}

it('the rule of notification levels is the same in statements as in the program', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const { rows } = await database.query<Judged>(JUDGE, [
        given.map(({ notifyLevel }) => notifyLevel),
        given.map(({ mutedFor }) => mutedFor),
        given.map(({ userLevel }) => userLevel),
        given.map(({ isMention }) => isMention),
      ]);
      expect(rows).toEqual(given.map(judge));
    }),
    { numRuns: sampled(80) },
  );
});
