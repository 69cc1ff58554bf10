import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { privateRedis } from '../../servers/redis.js';
import { startServer } from '../../servers/start-server.js';
import { PartitionableService } from '../../support/partitionable-service.js';
import { eventually } from '../../support/eventually.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { PrometheusServer } from './prometheus-server.js';

type Started = Awaited<ReturnType<typeof startServer>>;

let serviceData: ServiceData;
let redis: Started;
let partitionable: PartitionableService;
let prometheus: PrometheusServer;

beforeAll(async () => {
  serviceData = await newServiceData();
  const folder = join(serviceData.folder, 'watch');
  mkdirSync(folder);
  redis = await startServer(privateRedis(serviceData.folder).server);
  partitionable = await PartitionableService.start({ REDIS_URL: privateRedis(serviceData.folder).url(redis.port) });
  prometheus = await PrometheusServer.start(folder, new URL(partitionable.parley.url).host);
});
afterAll(async () => {
  await prometheus.stop();
  await partitionable.stop();
  await redis.stop();
  await serviceData.remove();
});

async function health(): Promise<[status: number, report: unknown]> {
  const answer = await fetch(`${partitionable.parley.url}/health`);
  return [answer.status, await answer.json()];
}

const linesWith = (text: string): number =>
  partitionable.parley.output.split('\n').filter((line) => line.includes(text)).length;

const fires = async (alert: string): Promise<boolean> => (await prometheus.firing()).includes(alert);

/** Whether no alert fires. */
const isCalm = async (): Promise<boolean> => (await prometheus.firing()).length === 0;

it('Prometheus scrapes a process, and no alert fires', async () => {
  await eventually(async () => (await prometheus.value('up{job="parley"}')) === 1);
  await eventually(async () => (await prometheus.value('parley_redis_up')) === 1);
  expect(await prometheus.value('parley_database_up')).toBe(1);
  await eventually(isCalm);
});

it('a killed Redis causes an alert, one log line and the state degraded, until it is back', async () => {
  const { port } = redis;
  redis.child.kill('SIGKILL');
  await eventually(() => fires('ParleyRedisDown'));
  expect(await health()).toMatchObject([
    200,
    { status: 'degraded', details: { redis: { status: 'degraded' }, database: { status: 'up' } } },
  ]);
  expect([linesWith('Redis is unreachable'), linesWith('Redis is back')]).toEqual([1, 0]);

  redis = await startServer(privateRedis(serviceData.folder).server, () => Promise.resolve(port));
  await eventually(isCalm);
  expect(await health()).toMatchObject([200, { status: 'ok' }]);
  expect([linesWith('Redis is unreachable'), linesWith('Redis is back')]).toEqual([1, 1]);
});

it('an outage of the database causes an alert, one log line and the state not ready, until it is back', async () => {
  partitionable.cable.cut();
  await eventually(() => fires('ParleyDatabaseDown'));
  expect(await health()).toMatchObject([
    503,
    { status: 'error', details: { database: { status: 'down' }, redis: { status: 'up' } } },
  ]);
  expect([linesWith('The database is unavailable'), linesWith('The database is back')]).toEqual([1, 0]);

  partitionable.cable.mend();
  await eventually(isCalm);
  expect(await health()).toMatchObject([200, { status: 'ok' }]);
  expect([linesWith('The database is unavailable'), linesWith('The database is back')]).toEqual([1, 1]);
});

it('a process that has ended causes an alert', async () => {
  await partitionable.parley.kill('SIGKILL');
  await eventually(() => fires('ParleyProcessDown'));
});
