import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { proxyProgram } from '../../servers/programs.js';
import { startServer } from '../../servers/start-server.js';
import { accepts } from './accepts.js';
import { startChild } from './contender.js';

/**
 * A server that stores the bodies of PUT as files.
 * @typedef {{ place: import('../load/file-wires.js').FilePlace, pid: number, stop: () => Promise<void> }} FileServer
 */

/** @param {string} url `http://…` @returns {import('../load/file-wires.js').FilePlace} */
const plain = (url) => ({ wire: 'plain', url, token: '', roomId: '' });

/** A plain Node server. @param {string} folder for its files @returns {Promise<FileServer>} */
export async function startBareFileServer(folder) {
  const { url, pid, stop } = await startChild('test/bench/contenders/bare-file-server.js', { env: { FILES: folder } });
  return { place: plain(url.replace(/^ws/, 'http')), pid, stop };
}

/** Whether this machine has nginx. Debian's has its WebDAV module. */
export const hasNginx = () => proxyProgram('nginx') !== undefined;

/** The WebDAV module of nginx. @param {string} folder for its files @returns {Promise<FileServer>} */
export async function startNginx(folder) {
  const file = join(folder, 'nginx.conf');
  mkdirSync(join(folder, 'files'));
  const { port, child, stop } = await startServer({
    command: (port) => {
      writeFileSync(file, settings(folder, port));
      return [proxyProgram('nginx') ?? '', '-p', folder, '-e', join(folder, 'error.log'), '-c', file];
    },
    answers: accepts,
  });
  return { place: plain(`http://127.0.0.1:${String(port)}`), pid: child.pid ?? 0, stop };
}

/** @param {string} folder @param {number} port */
const settings = (folder, port) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/unused-proxy;
  fastcgi_temp_path ${folder}/unused-fastcgi;
  uwsgi_temp_path ${folder}/unused-uwsgi;
  scgi_temp_path ${folder}/unused-scgi;
  client_max_body_size 0;
  server {
    listen 127.0.0.1:${String(port)};
    root ${folder}/files;
    dav_methods PUT DELETE;
  }
}
`;
