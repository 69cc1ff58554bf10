import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';

import { LinkFetchesRepository } from '../../src/features/link-previews/link-fetches.repository.js';
import { entities } from '../../src/features.js';
import { dataSource } from '../../src/platform/database/data-source.js';
import { DatabaseHistory } from '../../src/platform/database/history/database-history.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

let serviceData: ServiceData;
let source: DataSource;
/** Two nodes. */
let one: LinkFetchesRepository;
let other: LinkFetchesRepository;
let userIds: number[];

beforeAll(async () => {
  serviceData = await newServiceData();
  source = await dataSource({ url: serviceData.env.DATABASE_URL! }, entities, {
    poolSize: 4,
    waitsForLocks: false,
    pooler: 'none',
    history: new DatabaseHistory(),
  }).initialize();
  const users = await source.query<{ id: number }[]>('SELECT id FROM users ORDER BY id LIMIT 3');
  userIds = users.map(({ id }) => id);
});
beforeEach(async () => {
  await source.query('DELETE FROM link_fetches');
  [one, other] = [new LinkFetchesRepository(source), new LinkFetchesRepository(source)];
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

const add = (userId: number, count = 1): Promise<unknown> =>
  source.query(
    `INSERT INTO link_fetches (message_id, room_id, user_id)
     SELECT gen_random_uuid(), $1, $2 FROM generate_series(1, $3)`,
    [randomUUID(), userId, count],
  );

const endLeases = (): Promise<unknown> => source.query('UPDATE link_fetches SET due_at = now()');

const takenUsers = async (most: number): Promise<number[]> =>
  (await one.take(most)).map(({ userId }) => userId).sort((a, b) => a - b);

describe('jobs', () => {
  it('are taken in turns of the users, and after the last one from the first', async () => {
    const [alice, bob, carol] = userIds as [number, number, number];
    await add(alice, 3);
    await add(bob);
    await add(carol);
    expect(await takenUsers(2)).toEqual([alice, bob]);
    expect(await takenUsers(2)).toEqual([carol]);
    expect(await takenUsers(2)).toEqual([alice]);
    expect(await takenUsers(2)).toEqual([alice]);
    expect(await takenUsers(2)).toEqual([]);
    expect(await one.count()).toBe(5);
  });

  it('belong to the node that has taken them last: another one neither extends nor gives back', async () => {
    await add(userIds[0]!);
    const [lost] = await one.take(1);
    expect(await other.take(1)).toEqual([]);
    await endLeases();
    const [taken] = await other.take(1);
    expect(taken).toEqual({ ...lost, attempts: 2, claim: 2 });
    await one.giveBack(lost!);
    await one.putOff(lost!, 0);
    expect(await one.take(1)).toEqual([]);
    await endLeases();
    await one.extend([lost!]);
    await expect(one.take(1)).resolves.toHaveLength(1);
  });

  it('are due again at once if they were not tried, and else after their pause', async () => {
    await add(userIds[0]!);
    const [first] = await one.take(1);
    await one.giveBack(first!);
    const [second] = await other.take(1);
    expect(second).toMatchObject({ id: first!.id, attempts: 1 });
    await other.putOff(second!, 60);
    expect(await one.take(1)).toEqual([]);
  });

  it('keep their node while it extends the lease', async () => {
    await add(userIds[0]!);
    const [job] = await one.take(1);
    await endLeases();
    await one.extend([job!]);
    expect(await other.take(1)).toEqual([]);
  });

  it('are given up after the most attempts, when they are due', async () => {
    await add(userIds[0]!);
    await one.take(1);
    await endLeases();
    await one.take(1);
    await one.giveUp();
    expect(await one.count()).toBe(1);
    await endLeases();
    await one.giveUp();
    expect(await one.count()).toBe(0);
  });
});
