import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { parse } from 'yaml';

import { proxyProgram } from '../../servers/programs.js';
import { deployed, root } from './files.js';

const FILLED_IN = {
  NAME: 'database1',
  ADDRESS: '10.0.0.11',
  ETCD_HOSTS: '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379',
  ETCD_CLUSTER: 'database1=http://10.0.0.11:2380,database2=http://10.0.0.12:2380,database3=http://10.0.0.13:2380',
  SUPERUSER_PASSWORD: 'a4d1',
  REPLICATION_PASSWORD: 'c0ffee',
  PARLEY_PASSWORD: '4a11',
};

interface Compose {
  readonly services: Readonly<
    Record<
      'etcd' | 'database',
      {
        readonly command?: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly ports: readonly string[];
      }
    >
  >;
}

/** The file as `docker-compose` reads it. @throws Error with its complaints */
function composed(env: object): Compose {
  const folder = join(root, 'deploy/postgres-ha');
  const words = ['--env-file', join(folder, '.env.example'), '--file', join(folder, 'compose.yaml'), 'config'];
  const options = { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe', encoding: 'utf8' } as const;
  return parse(execFileSync(proxyProgram('docker-compose')!, words, options)) as Compose;
}

describe('the files of a highly available database', () => {
  it('compose one machine, whose ports are those of its private address', () => {
    const { etcd, database } = composed(FILLED_IN).services;
    expect([...etcd.ports, ...database.ports].every((port) => port.startsWith('10.0.0.11:'))).toBe(true);
    expect(etcd.command).toContain(`--initial-cluster=${FILLED_IN.ETCD_CLUSTER}`);
    expect(database.environment).toMatchObject({
      PATRONI_NAME: 'database1',
      PATRONI_ETCD3_HOSTS: FILLED_IN.ETCD_HOSTS,
    });
    for (const name of Object.keys(FILLED_IN)) {
      expect(() => composed({ ...FILLED_IN, [name]: '' })).toThrow('see .env.example');
    }
  });

  it('lose nothing: a write waits for a standby', () => {
    const { bootstrap } = parse(deployed('postgres-ha/patroni.yml')) as { bootstrap: { dcs: object } };
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(parse(deployed('kubernetes/postgres-cluster.yaml'))).toMatchObject({
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: 'parley-database' },
      spec: {
        instances: 3,
        postgresql: { synchronous: { method: 'any', number: 1, dataDurability: 'required' } },
        bootstrap: { initdb: { database: 'parley', owner: 'parley', encoding: 'UTF8', localeCType: 'C.UTF-8' } },
      },
    });
  });

  it('configure HAProxy, which closes connections to a former primary', () => {
    const file = join(root, 'deploy/postgres-ha/haproxy.cfg');
    // The names of the servers are those of a private network.
    const env = { PATH: process.env.PATH, DATABASE1: '127.0.0.1:5432', DATABASE2: '127.0.0.1:5433' };
    execFileSync(proxyProgram('haproxy')!, ['-c', '-f', file], { env, stdio: 'pipe' });
    expect(deployed('postgres-ha/haproxy.cfg')).toMatch(/\n {4}default-server .* on-marked-down shutdown-sessions\n/);
  });
});
