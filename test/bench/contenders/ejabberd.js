import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';

import { startServer } from '../../servers/start-server.js';
import { accepts } from './accepts.js';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql';
const ERLANG = '/usr/lib/erlang/lib';
const PASSWORD = 'password';

/** Whether Debian's packages `ejabberd` and `erlang-p1-pgsql` are installed. */
export const hasEjabberd = () =>
  existsSync(SCHEMA) && existsSync(ERLANG) && readdirSync(ERLANG).some((name) => name.startsWith('p1_pgsql'));

/**
 * ejabberd, an XMPP server, with group chats and their archive on a PostgreSQL database of its own. It commits each
 * message before it delivers it, as the service does.
 * @param {string} folder for its files
 * @param {string} databaseUrl of an empty database
 * @returns {Promise<import('./contender.js').Contender>}
 */
export async function startEjabberd(folder, databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  await pool.query(readFileSync(SCHEMA, 'utf8'));
  const file = join(folder, 'ejabberd.yml');
  const { port, child, stop } = await startServer({
    command: (port) => {
      writeFileSync(file, settings(port, new URL(databaseUrl)));
      return [
        'env',
        `ERL_LIBS=${LIBRARIES}`,
        `HOME=${folder}`,
        'ERL_CRASH_DUMP_BYTES=0',
        `EJABBERD_CONFIG_PATH=${file}`,
        `EJABBERD_LOG_PATH=${join(folder, 'ejabberd.log')}`,
        'erl',
        '-noinput',
        '+K',
        'true',
        '-mnesia',
        'dir',
        JSON.stringify(join(folder, 'mnesia')),
        '-s',
        'ejabberd',
      ];
    },
    answers: accepts,
  });
  return {
    name: 'ejabberd',
    wire: 'xmpp',
    url: `tcp://127.0.0.1:${String(port)}`,
    pid: child.pid ?? 0,
    rooms: async (count, size) => {
      const rooms = Array.from({ length: count }, () => ({
        id: `room-${randomUUID()}`,
        tokens: Array.from({ length: size }, () => `${randomUUID()}:${PASSWORD}`),
      }));
      const names = rooms.flatMap(({ tokens }) => tokens.map((token) => token.split(':')[0]));
      await pool.query('INSERT INTO users (username, password) SELECT unnest($1::text[]), $2', [names, PASSWORD]);
      return rooms;
    },
    stop: async () => {
      await pool.end();
      // It asks what to do about an interrupt.
      child.kill('SIGTERM');
      await stop();
    },
  };
}

/** @param {number} port @param {URL} database */
const settings = (port, database) => `
hosts: [localhost]
loglevel: warning
default_db: sql
sql_type: pgsql
sql_server: "${database.hostname}"
sql_port: ${database.port}
sql_database: "${database.pathname.slice(1)}"
sql_username: "${database.username}"
sql_password: "${database.password}"
auth_method: sql
auth_password_format: plain
listen:
  - { port: ${String(port)}, ip: "127.0.0.1", module: ejabberd_c2s, access: c2s, starttls: false, backlog: 1024 }
access_rules:
  c2s: { allow: all }
modules:
  mod_mam: { db_type: sql, default: always }
  mod_muc:
    db_type: sql
    access: all
    access_create: all
    access_persistent: all
    access_mam: all
    default_room_options: { persistent: true, mam: true, public: true }
`;
