import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';

import type { Deployment } from 'kubernetes-types/apps/v1.js';
import { createClient } from 'redis';
import { parse } from 'yaml';

import { commandsOf } from '../../docs/commands.js';
import { blocksOf } from '../../docs/pages.js';
import { proxyProgram, redisProgram } from '../../servers/programs.js';
import { startServer } from '../../servers/start-server.js';
import { newServiceData } from '../../support/service-data.js';
import { prepared } from '../../support/run.js';
import { ServiceProcess } from '../../support/service-process.js';
import { deployed, root } from './files.js';
import { image, isRoute, NODE_UID, variables } from './known.js';

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string };
  readonly pull_policy?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly restart: string;
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period?: string };
}

const FILLED_IN = {
  PARLEY_SITE: 'chat.example.com',
  ALLOWED_HOSTS: 'chat.example.com',
  JWT_SECRET: 'a secret of compose that is long enough',
  POSTGRES_PASSWORD: 'a4d1c0ffee',
  REDIS_PASSWORD: 'c0ffee4a11',
};
const NODES = ['node1', 'node2', 'node3'];

/** The file as `docker-compose` reads it. @throws Error with its complaints */
function composed(env: object): Compose {
  const path = proxyProgram('docker-compose')!;
  const file = join(root, 'deploy/compose.yaml');
  const words = ['--env-file', join(root, 'deploy/.env.example'), '--file', file, 'config'];
  const options = { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe', encoding: 'utf8' } as const;
  return parse(execFileSync(path, words, options)) as Compose;
}

const compose = composed(FILLED_IN);
const { caddy, postgres, redis } = compose.services;
/** The file as it is written: versions of `docker-compose` normalize mounts differently. */
const written = parse(deployed('compose.yaml'), { merge: true }) as Compose;
const nodes = Object.fromEntries(Object.entries(compose.services).filter(([name]) => name.startsWith('node')));
const mounts = Object.values(written.services).flatMap(({ volumes = [] }) => volumes);

/** Whether a Redis listens that answers nothing without a password. */
const refusesToAnswer = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('-NOAUTH'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });

const secondsOf = (duration = ''): number => Number(/^(\d+)s$/.exec(duration.replace(/^1m0s$/, '60s'))?.[1]);

describe('compose.yaml', () => {
  it.each(Object.keys(FILLED_IN))('requires the setting %s', (name) => {
    expect(() => composed({ ...FILLED_IN, [name]: '' })).toThrow('see .env.example');
  });

  it('has an example file with all settings that it needs, and without secrets', () => {
    const example = deployed('.env.example');
    const requested = new Set([...deployed('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
    const there = [...example.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value] as const);
    const known = there.map(([name = '']) => name);
    // A variable of Parley that is passed on as it is may be missing.
    expect([...requested].filter((name) => !variables.has(name) && !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !requested.has(name))).toEqual(['COMPOSE_PROJECT_NAME']);
    const secrets = there.filter(([name]) => /SECRET|PASSWORD|PRIVATE/.test(name!));
    expect(secrets.filter(([, value]) => value !== '')).toEqual([]);
  });

  it('runs three identical nodes with the image of this repository', () => {
    expect(Object.keys(nodes).sort()).toEqual(NODES);
    const alike = Object.values(nodes).map((node) => ({ ...node, build: undefined, pull_policy: undefined }));
    expect(alike).toEqual(alike.map(() => alike[0]));
  });

  it('builds the image once, because parallel builds cannot share a name, and never pulls it', () => {
    const [builder, ...others] = Object.values(nodes);
    expect(existsSync(resolve(root, 'deploy', builder!.build!.context, 'Dockerfile'))).toBe(true);
    for (const { build, pull_policy } of others) {
      expect({ build, pull_policy }).toEqual({ build: undefined, pull_policy: 'never' });
    }
  });

  it('sets only environment variables that the nodes know, and passes on all of them but those of the image', () => {
    const { environment = {} } = nodes.node1!;
    expect(Object.keys(environment).filter((name) => !variables.has(name))).toEqual([]);
    const ofImage = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR'];
    expect([...variables.keys()].filter((name) => !(name in environment) && !ofImage.includes(name))).toEqual([]);
    expect(environment).toMatchObject({
      DATABASE_URL: `postgres://parley:${FILLED_IN.POSTGRES_PASSWORD}@postgres:5432/parley`,
      REDIS_URL: `redis://:${FILLED_IN.REDIS_PASSWORD}@redis:6379`,
    });
  });

  it('sets values that the nodes accept', async () => {
    const serviceData = await newServiceData();
    const node = new ServiceProcess(serviceData);
    try {
      const { DATABASE_URL } = serviceData.env;
      const here = { DATABASE_URL, REDIS_URL: prepared('redis').url, NODE_ENV: 'production' };
      await node.start({ ...nodes.node1!.environment, ...here });
      expect(node.output).not.toContain('warn');
    } finally {
      await node.stop();
      await serviceData.remove();
    }
  });

  it('gives the nodes time for shutdown, no privileges, and only their data folder to write', () => {
    const node = nodes.node1!;
    expect(secondsOf(node.stop_grace_period)).toBeGreaterThan(Number(node.environment!.SHUTDOWN_SECONDS));
    expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(image.user).toBe('node');
    const uid = String(NODE_UID);
    expect(node.tmpfs).toEqual([`${image.dataDir!}:uid=${uid},gid=${uid},mode=0700`]);
    // The same volume for all nodes, with the owner of the folder in the image.
    expect(written.services.node1!.volumes).toEqual([`uploads:${image.dataDir!}/uploads`]);
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain(
      `mkdir -p ${image.dataDir!}/uploads && chown -R node:node`,
    );
  });

  it('uses an existing route for health checks', () => {
    const requested = nodes.node1!.healthcheck!.test.join(' ');
    const called = /'http:\/\/127\.0\.0\.1:' \+ \(process\.env\.METRICS_PORT \|\| (\d+)\) \+ '(\/[\w/]+)'/;
    const [, port, path = ''] = called.exec(requested) ?? [];
    expect(Number(port)).toBe(image.port);
    expect(isRoute(path)).toBe(true);
  });

  it('waits for a long migration as Kubernetes does, before it reports a node as unhealthy', () => {
    const { spec } = parse(deployed('kubernetes/deployment.yaml')) as Deployment;
    const { periodSeconds, failureThreshold } = spec!.template.spec!.containers[0]!.startupProbe!;
    expect(written.services.node1!.healthcheck!.start_period).toBe(`${String(periodSeconds! * failureThreshold!)}s`);
  });

  it('publishes only the ports of Caddy, which knows every node', () => {
    const ports = Object.entries(written.services).flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(ports).toEqual(['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp', 'prometheus 127.0.0.1:9090:9090']);
    const addresses = NODES.map((name) => `${name}:${String(image.port)}`);
    expect(caddy!.environment!.PARLEY_NODES).toBe(addresses.join(' '));
    const requested = [...deployed('caddy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
    expect(requested).toEqual(expect.arrayContaining(Object.keys(caddy!.environment!)));
  });

  it('has an optional Prometheus that scrapes every node', () => {
    const { scrape_configs: jobs } = parse(deployed('prometheus/compose.yml')) as {
      scrape_configs: readonly { readonly static_configs: readonly { readonly targets: readonly string[] }[] }[];
    };
    const targets = jobs.flatMap((job) => job.static_configs.flatMap((each) => each.targets));
    expect(targets).toEqual(NODES.map((name) => `${name}:${String(image.port)}`));
    expect(written.services.prometheus).toMatchObject({ profiles: ['watched'] });
  });

  it('keeps the databases in a network of the nodes', () => {
    expect(compose.networks.inside).toMatchObject({ internal: true });
    for (const store of [postgres!, redis!]) expect(Object.keys(store.networks)).toEqual(['inside']);
    expect(Object.keys(caddy!.networks)).toEqual(['outside']);
  });

  it('has a Redis with a password, which is not among the arguments of the process', async () => {
    const { command = [], environment, healthcheck } = written.services.redis!;
    expect(environment).toEqual({ REDISCLI_AUTH: '${REDIS_PASSWORD:?see .env.example}' });
    expect(healthcheck!.test).toEqual(['CMD', 'redis-cli', '-e', 'ping']);
    const [shell, option, script] = command;
    expect([shell, option]).toEqual(['sh', '-c']);
    // Without the image, whose entrypoint changes the user; with a port of the test, and with the variable of Compose.
    const here = (port: number): string[] => [
      'env',
      `REDISCLI_AUTH=${FILLED_IN.REDIS_PASSWORD}`,
      shell!,
      option!,
      script!
        .replaceAll('$$', '$')
        .replace('docker-entrypoint.sh redis-server -', `${redisProgram()!} - --bind 127.0.0.1 --port ${String(port)}`),
    ];
    const server = await startServer({ command: here, answers: refusesToAnswer });
    try {
      const url = `redis://:${FILLED_IN.REDIS_PASSWORD}@127.0.0.1:${String(server.port)}`;
      const client = await createClient({ url }).connect();
      await expect(client.configGet('maxmemory*')).resolves.toMatchObject({ 'maxmemory-policy': 'noeviction' });
      client.destroy();
      const args = readFileSync(`/proc/${String(server.child.pid)}/cmdline`, 'latin1');
      expect([args.includes('redis-server'), args.includes(FILLED_IN.REDIS_PASSWORD)]).toEqual([true, false]);
    } finally {
      await server.stop();
    }
  });

  it('has a PostgreSQL with a locale for all languages and with persistent data', () => {
    expect(postgres!.environment!.POSTGRES_INITDB_ARGS).toBe('--encoding=UTF8 --locale=C --lc-ctype=C.UTF-8');
    expect(mounts).toContain('postgres:/var/lib/postgresql/data');
  });

  it('has the services that docs/deploying.md names', () => {
    const commands = blocksOf('docs/deploying.md')
      .flatMap(commandsOf)
      .filter((each) => each.startsWith('docker compose'));
    const named = commands.flatMap((command) => command.match(/\bnode\d+/g) ?? []);
    expect([...new Set(named)]).toEqual(NODES);
    const programs = commands.flatMap((command) => /\bexec (?:-T )?(\S+) /.exec(command)?.[1] ?? []);
    expect(programs.filter((service) => !(service in compose.services))).toEqual([]);
  });

  it.each(['pg_dump', 'pg_restore'])(
    'is backed up and restored with the same options of %s as any PostgreSQL',
    (program) => {
      const sent = (page: string): string[] => {
        const commands = blocksOf(page).flatMap(commandsOf);
        const command = commands.find((each) =>
          new RegExp(`^(docker compose exec -T postgres )?${program} `).test(each),
        );
        // The address of the database and the user differ.
        return command!.match(/--(?!file|dbname|username)\S+/g)!.sort();
      };
      expect(sent('docs/deploying.md')).toEqual(sent('docs/backup.md'));
      const { POSTGRES_USER, POSTGRES_DB } = postgres!.environment!;
      expect([POSTGRES_USER, POSTGRES_DB]).toEqual(['parley', 'parley']);
    },
  );

  it('restarts ended services, and mounts existing folders', () => {
    for (const { restart, read_only } of Object.values(written.services)) {
      expect({ restart, read_only }).toEqual({ restart: 'unless-stopped', read_only: true });
    }
    const [files, names] = [mounts.filter((each) => each.startsWith('.')), mounts.filter((each) => /^\w/.test(each))];
    const sources = files.map((mount) => join(root, 'deploy', mount.split(':')[0]!));
    // A mount of a file would keep the old file when a new one replaces it.
    expect(sources.map((source) => statSync(source).isDirectory())).toEqual([true, true]);
    expect(existsSync(join(sources[0]!, 'Caddyfile'))).toBe(true);
    // The nodes share the volume of files.
    const volumes = new Set(names.map((mount) => mount.split(':')[0]));
    expect([...volumes].sort()).toEqual(Object.keys(written.volumes).sort());
  });
});
