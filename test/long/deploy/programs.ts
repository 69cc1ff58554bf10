import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { proxyProgram } from '../../servers/programs.js';
import { changed, root } from './files.js';
import type { ProxyProgram, ProxyContext } from './proxy.js';

const path = (name: 'caddy' | 'haproxy' | 'nginx'): string => {
  const found = proxyProgram(name);
  if (found === undefined) throw new Error(`${name} is missing.`);
  return found;
};

/** The main configuration around our file. Its error log goes to a file of the test. */
const nginxConf = (folder: string): string => `
  daemon off;
  master_process off;
  pid ${folder}/nginx.pid;
  error_log ${folder}/error.log debug;
  events { worker_connections 1024; }
  http {
    client_body_temp_path ${folder}/bodies;
    proxy_temp_path ${folder}/answers;
    fastcgi_temp_path ${folder}/unused;
    scgi_temp_path ${folder}/unused;
    uwsgi_temp_path ${folder}/unused;
    include ${folder}/parley.conf;
  }
`;

/** Without TLS, as there is no certificate: `nginx -t` in another spec checks that part. */
const nginxFile = ({ folder, port, nodes, idleSeconds }: ProxyContext): string =>
  changed('nginx/parley.conf', {
    ...Object.fromEntries(nodes.map((address, at) => [`node${String(at + 1)}:3000`, address])),
    'listen 80;': `listen unix:${folder}/redirect.sock;`,
    'listen 443 ssl;': `listen 127.0.0.1:${String(port)};`,
    'ssl_certificate /etc/nginx/parley/fullchain.pem;': '',
    'ssl_certificate_key /etc/nginx/parley/privkey.pem;': '',
    '/var/log/nginx/': `${folder}/`,
    ...(idleSeconds && { 'proxy_read_timeout 150s;': `proxy_read_timeout ${String(idleSeconds)}s;` }),
  });

export const nginx: ProxyProgram = {
  name: 'nginx',
  closesIdle: true,
  asksAnother: true,
  launched: (around) => {
    writeFileSync(join(around.folder, 'nginx.conf'), nginxConf(around.folder));
    writeFileSync(join(around.folder, 'parley.conf'), nginxFile(around));
    return { command: [path('nginx'), '-c', join(around.folder, 'nginx.conf'), '-e', 'stderr'] };
  },
};

export const caddy: ProxyProgram = {
  name: 'Caddy',
  closesIdle: false,
  asksAnother: false,
  launched: ({ folder, port, nodes }) => ({
    command: [path('caddy'), 'run', '--adapter', 'caddyfile', '--config', join(root, 'deploy/caddy/Caddyfile')],
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      PARLEY_CADDY_ADMIN: `unix/${folder}/admin.sock`,
      PARLEY_SITE: `http://127.0.0.1:${String(port)}`,
      PARLEY_NODES: nodes.join(' '),
    },
  }),
};

/** Without TLS: `haproxy -c` in another spec checks that part. */
const haproxyFile = ({ port, idleSeconds }: ProxyContext): string =>
  changed('haproxy/haproxy.cfg', {
    'bind :80\n': '',
    'bind :443 ssl crt /etc/haproxy/parley.pem': `bind 127.0.0.1:${String(port)}`,
    'http-request redirect scheme https code 308 unless { ssl_fc }': '',
    ...(idleSeconds && { 'timeout tunnel 150s': `timeout tunnel ${String(idleSeconds)}s` }),
    // Only root can change the user.
    ...(process.getuid?.() !== 0 && { 'user haproxy\n': '', 'group haproxy\n': '' }),
  });

export const haproxy: ProxyProgram = {
  name: 'HAProxy',
  closesIdle: true,
  asksAnother: true,
  launched: (around) => {
    const file = join(around.folder, 'haproxy.cfg');
    writeFileSync(file, haproxyFile(around));
    const env = Object.fromEntries(around.nodes.map((address, at) => [`PARLEY_NODE${String(at + 1)}`, address]));
    // In the foreground, in one process.
    return { command: [path('haproxy'), '-db', '-f', file], env };
  },
};
