import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import type { DataSource } from 'typeorm';

import { entities } from '../../src/features.js';
import { AccountListRepository } from '../../src/features/presence/account-list/account-list.repository.js';
import { ACCOUNT_ORDERS, ACCOUNT_SORTS } from '../../src/features/presence/account-list/listed-account.js';
import type {
  AccountFilter,
  AccountOrder,
  AccountPlace,
  ListedAccount,
} from '../../src/features/presence/account-list/listed-account.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const ALL: AccountFilter = { role: undefined, isActive: undefined, kind: undefined };
/** No index compares `é`, `𝒳` and the last letter of the alphabet as JavaScript compares texts. */
const NAMES = ['ada', 'Bob', 'élan', 'zoe', '𝒳avier', '\uffee'];
const MOMENTS = [null, '2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00.123457Z', '2026-03-05T10:00:00Z'];

let serviceData: ServiceData;
let source: DataSource;
let list: AccountListRepository;
let node: string;
let count = 0;

beforeAll(async () => {
  serviceData = await newServiceData();
  source = await dataSource({ url: serviceData.env.DATABASE_URL! }, entities, {
    poolSize: 2,
    waitsForLocks: false,
    pooler: 'none' as const,
    history: new DatabaseHistory(),
  }).initialize();
  list = new AccountListRepository(source);
  // The database has users for other suites.
  await source.query('TRUNCATE users CASCADE');
  node = randomUUID();
  await source.query(`INSERT INTO nodes (id, alive_at) VALUES ($1, now() + interval '1 hour')`, [node]);
  for (let at = 0; at < 24; at += 1) {
    const id = await add({ seen: MOMENTS[at % MOMENTS.length]!, isGuest: at % 5 === 0, isBot: at % 7 === 3 });
    if (at % 6 === 1) await connect(id);
  }
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

interface NewUser {
  readonly seen?: string | null;
  readonly isGuest?: boolean;
  readonly isBot?: boolean;
  readonly email?: string;
  readonly lastName?: string;
  readonly role?: string;
}

async function add({ seen = null, isGuest = false, isBot = false, email, lastName = '', role = 'user' }: NewUser) {
  const username = `${NAMES[count % NAMES.length]!}${String((count += 1))}`;
  const [{ id }] = await source.query<[{ id: number }]>(
    `INSERT INTO users (username, username_key, last_seen_at, is_guest, is_bot, email, last_name, role)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [username, username.toLowerCase(), seen, isGuest, isBot, email, lastName, role],
  );
  return id;
}

const connect = (id: number): Promise<unknown> =>
  source.query(
    `INSERT INTO sessions (id, user_id, node_id, device, connected_at, seen_at) VALUES ($1, $2, $3, '', now(), now())`,
    [randomUUID(), id, node],
  );

/** All pages of a list. @param between runs after each page */
async function pages(
  order: AccountOrder,
  limit: number,
  { filter = ALL, query, between }: { filter?: AccountFilter; query?: string; between?: () => Promise<unknown> } = {},
): Promise<ListedAccount[]> {
  const all: ListedAccount[] = [];
  for (let after: AccountPlace | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const part = { after, limit };
    const read = query === undefined ? list.ordered(order, filter, part) : list.found(query, order, filter, part);
    const page = await read;
    expect(page.items.length).toBeLessThanOrEqual(limit);
    all.push(...page.items);
    after = page.after;
    await between?.();
  }
  return all;
}

const idsOf = (accounts: readonly { readonly id: number }[]): number[] => accounts.map(({ id }) => id);

/** The ids of all users in an order, by a statement without pages and indexes. */
async function expected({ sort, order }: AccountOrder): Promise<number[]> {
  const isOnline = 'EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id)';
  const by = {
    name: [`u.username_key COLLATE "C"`],
    created: ['u.id'],
    last_activity: [
      `CASE WHEN ${isOnline} THEN 2 WHEN u.last_seen_at IS NULL THEN 0 ELSE 1 END`,
      `CASE WHEN ${isOnline} THEN NULL ELSE u.last_seen_at END`,
      'u.id',
    ],
  }[sort].map((each) => `${each} ${order}`);
  return idsOf(await source.query<{ id: number }[]>(`SELECT u.id FROM users u ORDER BY ${by.join(', ')}`));
}

const ORDERS = ACCOUNT_SORTS.flatMap((sort) => ACCOUNT_ORDERS.map((order) => ({ sort, order })));

describe('the list of users', () => {
  it.each(ORDERS)('by $sort, $order, has each user once, while users are made between its pages', async (order) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.array(fc.constantFrom(...MOMENTS), { maxLength: 3 }),
        async (limit, made) => {
          const before = await expected(order);
          const rest = [...made];
          const between = async (): Promise<void> => {
            const seen = rest.pop();
            if (seen !== undefined) await add({ seen });
          };
          const listed = idsOf(await pages(order, limit, { between }));
          expect(new Set(listed).size).toBe(listed.length);
          const known = new Set(before);
          expect(listed.filter((id) => known.has(id))).toEqual(before);
        },
      ),
      { numRuns: 5 },
    );
  });

  it('has the users of a kind, a role and a state', async () => {
    const moderator = await add({ role: 'moderator' });
    const all = await pages({ sort: 'created', order: 'desc' }, 100);
    for (const order of ORDERS) {
      const bots = await pages(order, 3, { filter: { ...ALL, kind: 'bot' } });
      expect(idsOf(bots).toSorted()).toEqual(idsOf(all.filter((user) => user.is_bot)).toSorted());
      const members = await pages(order, 5, { filter: { ...ALL, kind: 'member' } });
      expect(members.length).toBe(all.filter((user) => !user.is_bot && user.kind === 'member').length);
      expect(idsOf(await pages(order, 5, { filter: { ...ALL, role: 'moderator' } }))).toEqual([moderator]);
      expect(await pages(order, 5, { filter: { ...ALL, isActive: false } })).toEqual([]);
    }
  });

  it('tells who is connected, and how many log-ins give access', async () => {
    const id = await add({ seen: MOMENTS[1]! });
    const logIn = (state: string): Promise<unknown> =>
      source.query(
        `INSERT INTO refresh_tokens (family, user_id, jti_hash, expires_at, revoked_at)
         VALUES ($1, $2, '', now() + $3::interval, CASE WHEN $4 = 'revoked' THEN now() END)`,
        [randomUUID(), id, state === 'expired' ? '-1 hour' : '1 hour', state],
      );
    for (const state of ['valid', 'valid', 'expired', 'revoked']) await logIn(state);
    const newest = async (): Promise<ListedAccount | undefined> =>
      (await list.ordered({ sort: 'created', order: 'desc' }, ALL, { after: undefined, limit: 1 })).items[0];
    expect(await newest()).toMatchObject({
      id,
      is_online: false,
      log_ins: 2,
      last_active_at: '2026-01-01T00:00:00.123Z',
    });
    await connect(id);
    expect(await newest()).toMatchObject({ id, is_online: true });
    await source.query(`UPDATE nodes SET alive_at = now() - interval '1 hour'`);
    expect(await newest()).toMatchObject({ id, is_online: false });
    await source.query(`UPDATE nodes SET alive_at = now() + interval '1 hour'`);
  });
});

describe('a search of users', () => {
  it.each(ORDERS)('by $sort, $order, finds parts of names and addresses, and has each user once', async (order) => {
    const mark = `q${randomUUID().slice(0, 6)}`;
    const expectedIds: number[] = [];
    for (const [at, seen] of [...MOMENTS, ...MOMENTS].entries()) {
      const isByAddress = at % 2 === 0;
      const id = await add({ seen, ...(isByAddress ? { email: `x${mark}y@example.org` } : { lastName: `Mc${mark}` }) });
      if (at === 5) await connect(id);
      expectedIds.push(id);
    }
    const inOrder = (await expected(order)).filter((id) => expectedIds.includes(id));
    expect(idsOf(await pages(order, 3, { query: mark }))).toEqual(inOrder);
    expect(idsOf(await pages(order, 3, { query: `${mark}y@example` }))).toEqual(
      inOrder.filter((_, at) => {
        return expectedIds.indexOf(inOrder[at]!) % 2 === 0;
      }),
    );
  });

  it('finds inactive users, and the beginning of a username', async () => {
    const id = await add({ lastName: 'Quibblesworth' });
    await source.query('UPDATE users SET is_active = false WHERE id = $1', [id]);
    const order = { sort: 'name', order: 'asc' } as const;
    expect(idsOf(await pages(order, 5, { query: 'bblesw' }))).toEqual([id]);
    expect(await pages(order, 5, { query: 'bblesw', filter: { ...ALL, isActive: true } })).toEqual([]);
    const found = await pages(order, 2, { query: 'ZO' });
    expect(found.length).toBeGreaterThan(2);
    expect(found.every(({ username }) => username.startsWith('zo'))).toBe(true);
  });
});
