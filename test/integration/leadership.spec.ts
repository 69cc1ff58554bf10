import { DataSource } from 'typeorm';
import type { QueryRunner } from 'typeorm';

import { Leadership, LeadershipLost } from '../../src/platform/database/leases/leadership.js';
import { eventually } from '../support/eventually.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

let serviceData: ServiceData;
let source: DataSource;
let leader: Leadership;
let other: Leadership;

beforeAll(async () => {
  serviceData = await newServiceData();
  source = await new DataSource({ type: 'postgres', url: serviceData.env.DATABASE_URL! }).initialize();
});
afterAll(async () => {
  await source.destroy();
  await serviceData.remove();
});

beforeEach(async () => {
  await source.query('DELETE FROM leases; DROP TABLE IF EXISTS written; CREATE TABLE written (fence bigint)');
  [leader, other] = [new Leadership(source, 'task'), new Leadership(source, 'task')];
});

/** As if the leader was paused for longer than its lease. */
const expire = (): Promise<unknown> => source.query('UPDATE leases SET expires_at = now()');

const fences = async (): Promise<unknown> => {
  const rows = await source.query<{ fence: string }[]>('SELECT fence FROM leases');
  return rows.map(({ fence }) => Number(fence));
};

/** A transaction of the task. */
const write = (process: Leadership): Promise<unknown> =>
  source.transaction(async (manager) => {
    await process.hold(manager);
    await manager.query('INSERT INTO written VALUES (1)');
  });

describe('the leadership of one process', () => {
  it('is kept while it is extended, and passes to another process when it is given up', async () => {
    expect([await leader.lead(), await other.lead(), await leader.lead()]).toEqual([true, false, true]);
    expect(await fences()).toEqual([1]);
    await leader.giveUp();
    expect([await other.lead(), await leader.lead()]).toEqual([true, false]);
    expect(await fences()).toEqual([2]);
  });

  it('belongs to one task', async () => {
    expect([await leader.lead(), await new Leadership(source, 'another task').lead()]).toEqual([true, true]);
  });

  it('is taken over after the lease, and then a paused leader that wakes up writes nothing', async () => {
    await leader.lead();
    await expire();
    expect(await other.lead()).toBe(true);
    await expect(write(leader)).rejects.toThrow(LeadershipLost);
    expect(await leader.lead()).toBe(false);
    await expect(write(leader)).rejects.toThrow(LeadershipLost);
    await write(other);
    expect(await source.query('SELECT FROM written')).toHaveLength(1);
    // The lease that the former leader gives up is not that of the present one.
    await leader.giveUp();
    await write(other);
  });

  it('is not taken over during a transaction of the leader', async () => {
    await leader.lead();
    await expire();
    const runner: QueryRunner = source.createQueryRunner();
    await runner.startTransaction();
    await leader.hold(runner.manager);
    const taking = other.lead();
    await eventually(async () => {
      const waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      return (await source.query<unknown[]>(waits)).length > 0;
    });
    await runner.query('INSERT INTO written VALUES (1)');
    await runner.commitTransaction();
    await runner.release();
    expect(await taking).toBe(true);
    expect(await source.query('SELECT FROM written')).toHaveLength(1);
  });

  it('is not kept by a fence of a database that went back', async () => {
    await leader.lead();
    await expire();
    await other.lead();
    // The fence is used again, for another holder.
    await source.query('UPDATE leases SET fence = 1, expires_at = now()');
    await expect(write(leader)).rejects.toThrow(LeadershipLost);
  });
});
