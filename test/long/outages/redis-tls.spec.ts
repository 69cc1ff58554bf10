import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../servers/start-server.js';
import { eventually } from '../../support/eventually.js';
import { RedisNode } from '../../support/redis-node.js';
import { newServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { Service } from '../../support/service.js';

let serviceData: ServiceData;
let certificate: string;
let tls: string[];

beforeAll(async () => {
  serviceData = await newServiceData();
  const key = join(serviceData.folder, 'redis.key');
  certificate = join(serviceData.folder, 'redis.crt');
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=redis',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  tls = [
    '--tls-cert-file',
    certificate,
    '--tls-key-file',
    key,
    '--tls-ca-cert-file',
    certificate,
    '--tls-auth-clients',
    'no',
    '--tls-replication',
    'yes',
  ];
});
afterAll(() => serviceData.remove());

async function isHealthyOn(url: string): Promise<void> {
  const service = await Service.start({ REDIS_URL: url, NODE_EXTRA_CA_CERTS: certificate }, serviceData);
  await eventually(async () => {
    const answer = await fetch(`${service.url}/health/ready`);
    return ((await answer.json()) as { status: string }).status === 'ok';
  });
  await service.stop();
}

it('connects to a Redis Cluster with TLS, and trusts only certificates of a known authority', async () => {
  const [port, busPort] = [String(await freePort()), String(await freePort())];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', busPort, '--tls-cluster', 'yes'];
  const node = await RedisNode.start([...tls, ...cluster, '--tls-port', port]);
  await node.ask('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await eventually(async () => String(await node.ask('CLUSTER', 'INFO')).includes('cluster_state:ok'));
  const url = `rediss+cluster://127.0.0.1:${port}`;
  await isHealthyOn(url);
  const { errors } = await Service.expectStartFailure({ REDIS_URL: url });
  expect(errors).toMatch(/^The Redis of REDIS_URL cannot be reached: self-signed certificate/);
  await node.kill();
});

it('connects to Sentinel and its master with TLS', async () => {
  const [port, sentinelPort] = [String(await freePort()), String(await freePort())];
  const node = await RedisNode.start([...tls, '--tls-port', port]);
  const lines = tls
    .join(' ')
    .split(' --')
    .map((option) => option.replace(/^--/, ''));
  const sentinel = await RedisNode.startSentinel([
    ...lines,
    `tls-port ${sentinelPort}`,
    `sentinel monitor secure 127.0.0.1 ${port} 1`,
  ]);
  await isHealthyOn(`rediss+sentinel://127.0.0.1:${sentinelPort}/secure`);
  await Promise.all([sentinel.kill(), node.kill()]);
});
