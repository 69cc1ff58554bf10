import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { proxyProgram } from '../servers/programs.js';
import { changed, deployed, root } from '../long/deploy/files.js';
import { heartbeatSeconds, image, variables } from '../long/deploy/known.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-proxies-'));
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const words = ['req', ...kind, '-subj', '/CN=chat.example.com', '-keyout', key, '-out', certificate];
  execFileSync(proxyProgram('openssl')!, words, { stdio: 'pipe' });
  writeFileSync(join(folder, 'parley.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** @throws Error with the program's complaints */
const run = (name: 'caddy' | 'haproxy' | 'nginx', words: string[], env: object = {}): string =>
  execFileSync(proxyProgram(name)!, words, {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });

describe('the file for nginx', () => {
  it('is accepted by nginx, with existing nodes and an existing certificate', () => {
    const text = changed('nginx/parley.conf', {
      ...Object.fromEntries([1, 2, 3].map((at) => [`node${String(at)}:3000`, `127.0.0.1:${String(at)}`])),
      '/etc/nginx/parley/': `${folder}/`,
      '/var/log/nginx/': `${folder}/`,
    });
    const places = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi'].map(
      (name) => `${name}_temp_path ${folder}/temporary;`,
    );
    writeFileSync(join(folder, 'parley.conf'), text);
    writeFileSync(
      join(folder, 'nginx.conf'),
      `pid ${folder}/pid; error_log stderr; events {} http { ${places.join(' ')} include ${folder}/parley.conf; }`,
    );
    run('nginx', ['-t', '-q', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
  });

  it('has an idle timeout longer than the interval of heartbeats', () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(deployed('nginx/parley.conf')) ?? [];
    expect(Number(seconds)).toBeGreaterThan(2 * heartbeatSeconds);
  });
});

describe('the file for Caddy', () => {
  const file = join(root, 'deploy/caddy/Caddyfile');

  it.each([{}, { PARLEY_SITE: 'chat.example.com', PARLEY_NODES: '10.0.0.1:3000 10.0.0.2:3000' }])(
    'is accepted by Caddy with the environment %j',
    (env) => {
      run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], env);
    },
  );

  it("has Caddy's own formatting", () => expect(run('caddy', ['fmt', file])).toBe(deployed('caddy/Caddyfile')));
});

describe('the file for HAProxy', () => {
  it('is accepted by HAProxy, with existing nodes and an existing certificate', () => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, changed('haproxy/haproxy.cfg', { '/etc/haproxy/parley.pem': join(folder, 'parley.pem') }));
    const nodes = [1, 2, 3].map((at) => [`PARLEY_NODE${String(at)}`, `127.0.0.1:${String(at)}`]);
    run('haproxy', ['-c', '-q', '-f', file], Object.fromEntries(nodes) as object);
  });

  it('drops the privileges of root', () => {
    expect(deployed('haproxy/haproxy.cfg')).toMatch(/\n {4}user haproxy\n {4}group haproxy\n/);
  });

  it('has an idle timeout longer than the interval of heartbeats', () => {
    const [, seconds] = /timeout tunnel (\d+)s/.exec(deployed('haproxy/haproxy.cfg')) ?? [];
    expect(Number(seconds)).toBeGreaterThan(2 * heartbeatSeconds);
  });
});

/** Whether a limit of a body, such as `26m`, is above the default of MAX_UPLOAD_BYTES, and not far above. */
const fitsAnUpload = (limit = ''): boolean => /^2[6-9](m|MiB)$/.test(limit);

describe('uploads', () => {
  it('pass nginx at their size, without being collected, and other bodies do not', () => {
    const [, location = ''] = /location ~ \S*\/api\/uploads\S* \{([^}]*)\}/.exec(deployed('nginx/parley.conf')) ?? [];
    const sizes = [...deployed('nginx/parley.conf').matchAll(/client_max_body_size (\w+);/g)].map(([, size]) => size);
    expect([sizes.length, sizes[0], fitsAnUpload(sizes[1])]).toEqual([2, '128k', true]);
    expect(location).toContain(`client_max_body_size ${sizes[1]!};`);
    expect(location).toContain('proxy_request_buffering off;');
  });

  it('pass Caddy at their size, and other bodies do not', () => {
    const sizes = [...deployed('caddy/Caddyfile').matchAll(/request_body @(\w+) \{\s+max_size (\w+)/g)];
    expect(sizes.map(([, matcher]) => matcher)).toEqual(['uploads', 'others']);
    expect([fitsAnUpload(sizes[0]![2]), sizes[1]![2]]).toEqual([true, '128KB']);
  });
});

describe.each(['nginx/parley.conf', 'caddy/Caddyfile', 'haproxy/haproxy.cfg'])('%s', (path) => {
  it('uses the port of the image, and an idle timeout shorter than that of a node', () => {
    expect(deployed(path)).toContain(`node3:${String(image.port)}`);
    expect(deployed(path)).toContain('after 65 s');
  });

  it('mentions only existing variables', () => {
    const names = [...deployed(path).matchAll(/\b(TRUST_PROXY|ALLOWED_HOSTS|INACTIVITY_THRESHOLD)\b/g)];
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter(([name]) => !variables.has(name))).toEqual([]);
  });
});

it.each(['nginx/parley.conf', 'haproxy/haproxy.cfg', 'caddy/Caddyfile'])('%s makes browsers use TLS alone', (file) => {
  expect(deployed(file)).toMatch(/Strict-Transport-Security "?max-age=31536000"?/);
});
