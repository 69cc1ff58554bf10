import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { clusterPart, ClusterSettings } from './cluster.settings.js';
import { faultsOf } from './faults.fake.js';
import { readConfig } from './read-config.js';

const SECRET = 's'.repeat(40);
const production = { NODE_ENV: 'production', JWT_SECRET: SECRET };

const secretsOf = (environment: Record<string, string>): readonly string[] =>
  readConfig([clusterPart], environment).of(ClusterSettings).secrets;

describe('the secrets of packets between processes', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are those of tokens, or of their own', () => {
    expect(secretsOf({ DATA_DIR: folder })).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    const [one, other] = ['c'.repeat(40), 'd'.repeat(40)];
    expect(secretsOf(production)).toEqual([SECRET]);
    expect(secretsOf({ ...production, CLUSTER_SECRET: `${one},${other}` })).toEqual([one, other]);
  });

  it('are required in production with Redis', () => {
    const one = 'c'.repeat(40);
    expect(secretsOf({ NODE_ENV: 'production' })).toEqual([]);
    expect(faultsOf([clusterPart], { NODE_ENV: 'production', REDIS_URL: 'redis://redis' })).toBe(
      'The configuration has faults:\n  CLUSTER_SECRET: required in production with REDIS_URL, unless JWT_SECRET is set',
    );
    expect(
      faultsOf([clusterPart], {
        NODE_ENV: 'production',
        CLUSTER_SECRET: one,
        REDIS_URL: 'redis+sentinel://:hunter2@a,b',
      }),
    ).toBe(
      'The configuration has faults:\n  REDIS_URL: must end with the name under which the Sentinels know the master: ' +
        'redis+sentinel://a,b,c/mymaster',
    );
    expect(secretsOf({ NODE_ENV: 'production', REDIS_URL: 'redis://redis', CLUSTER_SECRET: one })).toEqual([one]);
  });

  it('refuses a short secret in production, also beside a long one', () => {
    const fault = `The configuration has faults:\n  CLUSTER_SECRET: must have 32 bytes or more, from openssl rand -base64 32`;
    expect(faultsOf([clusterPart], { ...production, CLUSTER_SECRET: 'hunter2' })).toBe(fault);
    expect(faultsOf([clusterPart], { ...production, CLUSTER_SECRET: `${SECRET},hunter2` })).toBe(fault);
    expect(secretsOf({ ...production, CLUSTER_SECRET: 's'.repeat(32) })).toHaveLength(1);
  });
});
