import { DataSource } from 'typeorm';

import { Leadership } from '../../src/platform/database/leadership.js';
import { eventually } from '../support/eventually.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const LOCK = 7_301;

let serviceData: ServiceData;
let first: DataSource;
let second: DataSource;

beforeEach(async () => {
  serviceData = await newServiceData();
  const source = (): Promise<DataSource> =>
    new DataSource({ type: 'postgres', url: serviceData.env.DATABASE_URL!, poolSize: 1 }).initialize();
  [first, second] = [await source(), await source()];
});
afterEach(async () => {
  await Promise.all([first.destroy(), second.destroy()]);
  await serviceData.remove();
});

describe('the leadership of one process', () => {
  it('passes to another process when it is given up, and its connection is used again', async () => {
    const [leader, next] = [new Leadership(first, LOCK), new Leadership(second, LOCK)];
    const pid = await backendOf(first);
    await leader.connection();
    expect(await next.connection()).toBeUndefined();
    await leader.giveUp();
    expect(await next.connection()).toBeDefined();
    expect(await backendOf(first)).toBe(pid);
    await next.giveUp();
  });

  it('passes to another process although the unlock fails, and its connection is closed', async () => {
    const [leader, next] = [new Leadership(first, LOCK), new Leadership(second, LOCK)];
    const pid = await backendOf(first);
    const connection = await leader.connection();
    // In a transaction that has failed every statement is refused, the unlock among them.
    await connection!.query('BEGIN');
    await expect(connection!.query('SELECT 1/0')).rejects.toThrow('division by zero');
    await leader.giveUp();
    await eventually(async () => (await next.connection()) !== undefined);
    expect(await backendOf(first)).not.toBe(pid);
    await next.giveUp();
  });
});

async function backendOf(source: DataSource): Promise<number> {
  const [row] = await source.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
  return row.pid;
}
