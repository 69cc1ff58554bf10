import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import type { DataSource } from 'typeorm';

import { SentTooFast } from '../../src/features/messages/sending/message-insert.js';
import type { NewMessage } from '../../src/features/messages/sending/message-insert.js';
import { SlowModeRepository } from '../../src/features/messages/sending/slow-mode.repository.js';
import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { RoomRestrictionsRepository } from '../../src/features/rooms/restrictions/room-restrictions.repository.js';
import type { LedListGrant } from '../../src/features/rooms/room.policy.js';
import { sampled } from '../support/sample.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

/** Each run writes to a database. */
const RUNS = { numRuns: sampled(30) };
const USERS = 5;

let serviceData: ServiceData;
let source: DataSource;
let restrictions: RoomRestrictionsRepository;
let userIds: number[];
let roomId: string;

beforeAll(async () => {
  serviceData = await newServiceData();
  source = await dataSource({ url: serviceData.env.DATABASE_URL! }, entities, {
    poolSize: 4,
    waitsForLocks: false,
    pooler: 'none',
    history: new DatabaseHistory(),
  }).initialize();
  restrictions = new RoomRestrictionsRepository(source);
  const users = await source.query<{ id: number }[]>('SELECT id FROM users ORDER BY id LIMIT $1', [USERS + 1]);
  userIds = users.map(({ id }) => id);
});
/** The last user leads the room. */
beforeEach(async () => {
  roomId = randomUUID();
  await source.query(`INSERT INTO rooms (id, type, name) VALUES ($1, 'GroupChat', 'A')`, [roomId]);
  await source.query(
    `INSERT INTO room_members (room_id, user_id, role, joined_seq, delivered_seq, read_seq, change_seq)
     SELECT $1, member.id, CASE WHEN member.id = $3 THEN 'admin' ELSE 'member' END, 0, 0, 0, 0
     FROM unnest($2::int[]) AS member (id)`,
    [roomId, userIds, userIds.at(-1)],
  );
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

interface Row {
  readonly user: number;
  readonly kind: 'mute' | 'ban';
  /** Seconds from now on, in the past if negative; null: without an end. */
  readonly ends: number | null;
}

const rows = fc.uniqueArray(
  fc.record({
    user: fc.integer({ min: 0, max: USERS - 1 }),
    kind: fc.constantFrom('mute' as const, 'ban' as const),
    // Far from now: a run takes less.
    ends: fc.option(fc.constantFrom(-86_400, -60, 60, 86_400)),
  }),
  { selector: ({ user }) => user, maxLength: USERS },
);

async function write(given: readonly Row[]): Promise<void> {
  await source.query('DELETE FROM room_restrictions WHERE room_id = $1', [roomId]);
  for (const { user, kind, ends } of given) {
    await source.query(
      `INSERT INTO room_restrictions (room_id, user_id, kind, until)
       VALUES ($1, $2, $3, now() + $4 * interval '1 second')`,
      [roomId, userIds[user], kind, ends],
    );
  }
}

const isInForce = ({ ends }: Row): boolean => ends === null || ends > 0;

const granted = (userId: number | undefined): LedListGrant => ({ roomId, userId, mayLead: true }) as LedListGrant;

const listedFor = async (userId: number | undefined, entries: number): Promise<number[]> => {
  const found: number[] = [];
  let after: number | undefined = 0;
  while (after !== undefined) {
    const part = await restrictions.page(granted(userId), { entries, answerBytes: 1_000_000 }, after);
    found.push(...part.entries.map(({ user }) => user.id));
    after = part.end;
  }
  return found;
};

describe('restrictions', () => {
  it('have an effect while their time is not over, whatever asks for them', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: USERS }), async (given, pageSize) => {
        await write(given);
        for (const [at, userId] of userIds.entries()) {
          const own = given.find((row) => row.user === at && isInForce(row));
          const found = await restrictions.find({ roomId, userId });
          expect(found?.kind).toBe(own?.kind);
          expect(found?.until === undefined).toBe((own?.ends ?? null) === null);
          await expect(restrictions.isBanned(source.manager, roomId, userId)).resolves.toBe(own?.kind === 'ban');
          if (userId !== userIds.at(-1)) await expect(listedFor(userId, 1)).resolves.toEqual(own ? [userId] : []);
        }
        const inForce = given.filter(isInForce).map(({ user }) => userIds[user]!);
        const all = inForce.toSorted((one, other) => one - other);
        await expect(listedFor(userIds.at(-1), pageSize)).resolves.toEqual(all);
      }),
      RUNS,
    );
  });

  it('are deleted when their time is over, and not before', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        await write(given);
        for (const [at, userId] of userIds.entries()) {
          const isOver = given.some((row) => row.user === at && !isInForce(row));
          await expect(restrictions.end(source.manager, roomId, userId)).resolves.toBe(isOver);
        }
        const left = await source.query<unknown[]>('SELECT FROM room_restrictions WHERE room_id = $1', [roomId]);
        expect(left).toHaveLength(given.filter(isInForce).length);
      }),
      RUNS,
    );
  });
});

describe('slow mode', () => {
  /** The seconds since a user has sent, if the user has; and how many messages the user sends now. */
  const senders = fc.uniqueArray(
    fc.record({
      user: fc.integer({ min: 0, max: USERS - 1 }),
      since: fc.option(fc.constantFrom(0, 30, 90, 600)),
      sends: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ user }) => user, minLength: 1, maxLength: USERS },
  );

  it('lets the first message of each sender through who has waited, and says the others how long to wait', async () => {
    const slowMode = new SlowModeRepository(source);
    await fc.assert(
      fc.asyncProperty(senders, fc.constantFrom(60, 300), async (given, slowModeSeconds) => {
        await source.query('UPDATE room_members SET last_sent_at = NULL WHERE room_id = $1', [roomId]);
        for (const { user, since } of given) {
          await source.query(
            `UPDATE room_members SET last_sent_at = now() - $3 * interval '1 second'
             WHERE room_id = $1 AND user_id = $2`,
            [roomId, userIds[user], since],
          );
        }
        const messages = given.flatMap(({ user, sends }) =>
          Array.from({ length: sends }, () => ({
            id: randomUUID(),
            grant: { roomId, userId: userIds[user]!, slowModeSeconds } as NewMessage['grant'],
          })),
        ) as NewMessage[];
        const refused = await source.transaction((manager) =>
          slowMode.take(manager, messages, new Set(messages.map(({ id }) => id))).then(
            () => new Map<string, { retryAfter?: number | undefined }>(),
            (error: unknown) => {
              if (error instanceof SentTooFast) return error.refused;
              throw error;
            },
          ),
        );
        for (const { user, since } of given) {
          const own = messages.filter(({ grant }) => grant.userId === userIds[user]);
          const hasWaited = since === null || since >= slowModeSeconds;
          const late = own.filter(({ id }) => refused.has(id));
          expect(late).toEqual(own.slice(hasWaited ? 1 : 0));
          for (const { id } of late) {
            const wait = refused.get(id)?.retryAfter ?? 0;
            expect(wait).toBeGreaterThan(0);
            expect(wait).toBeLessThanOrEqual(slowModeSeconds);
          }
        }
      }),
      RUNS,
    );
  });
});
