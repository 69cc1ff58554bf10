import { parley } from '../support/command.js';
import { connectMember, createGroup, historyOf, sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { prepared } from '../support/run.js';
import { Service } from '../support/service.js';
import { startPgBouncer } from '../servers/pgbouncer.js';

/** PgBouncer ignores these settings of a session in place of refusing them. */
const IGNORING =
  'ignore_startup_parameters=options,statement_timeout,idle_in_transaction_session_timeout,extra_float_digits';

let serviceData: ServiceData;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;

beforeAll(async () => {
  serviceData = await newServiceData('postgres');
});
afterAll(() => serviceData.remove());
afterEach(() => pooler.stop());

/** The data of the service through a PgBouncer. */
async function through(...settings: string[]): Promise<ServiceData> {
  pooler = await startPgBouncer(serviceData.folder, prepared('postgres').url, settings);
  const url = new URL(pooler.url);
  url.pathname = new URL(serviceData.env.DATABASE_URL!).pathname;
  return { ...serviceData, env: { ...serviceData.env, DATABASE_URL: url.href } };
}

describe('a PgBouncer that hands out connections per transaction', () => {
  // One that refuses settings of a session is before the service of every story of the tier "pooled".
  it('is found out if it ignores settings of a session', async () => {
    const data = await through('pool_mode=transaction', IGNORING);
    const service = await Service.start({}, data);
    try {
      expect(service.output).toContain('a pooler that hands out connections per transaction');
      expect(service.output).toContain('Statements have no timeout: run ALTER ROLE');
      const { alice, bob } = await users(service, 'alice', 'bob');
      const device = await alice.connect();
      const room = await createGroup(device, [await connectMember(bob)]);
      const texts = Array.from({ length: 20 }, (_text, at) => `message ${String(at)}`);
      await Promise.all(texts.map((text) => sendMessage(device, room, text)));
      const contents = (await historyOf(device, room)).map(({ content }) => content);
      expect(contents.sort()).toEqual(texts.sort());
      await expect(parley(data, 'migrate', 'status')).resolves.toBeDefined();
      await expect(parley(data, 'database', 'compact')).rejects.toThrow('set it to the address of PostgreSQL itself');
    } finally {
      await service.stop();
    }
  });

  it('stops the start if DATABASE_POOLER says that there is none', async () => {
    const data = await through('pool_mode=transaction', IGNORING);
    const { code, errors } = await Service.expectStartFailure({ DATABASE_POOLER: 'none' }, data);
    expect([code, errors]).toEqual([1, expect.stringContaining('DATABASE_URL leads to a pooler, which keeps no')]);
  });
});

it('a PgBouncer that hands out connections per statement stops the start', async () => {
  const data = await through('pool_mode=statement');
  const { code, errors } = await Service.expectStartFailure({}, data);
  expect([code, errors]).toEqual([1, expect.stringContaining('set its pool_mode to transaction')]);
});
