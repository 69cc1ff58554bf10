import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const LISTENS = /Parley listens on (http:\/\/\S+?:\d+)/;

const run = promisify(execFile);

/**
 * @typedef {object} ThrowawayService
 * @property {string} url `http://127.0.0.1:<port>`
 * @property {(users: readonly (readonly string[])[], password: string) => Promise<void>} addUsers rows of username,
 *   first name and last name
 * @property {(username: string, role: string) => Promise<void>} setRole
 * @property {() => Promise<void>} stop
 */

/**
 * Starts the program on an embedded database in a folder, on a free port of the loopback interface.
 * @param {string} folder
 * @returns {Promise<ThrowawayService>}
 */
export async function startThrowawayService(folder) {
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    WEB_CLIENT: 'on',
    ADMIN_PAGE: 'on',
  };
  const options = { cwd: folder, env };
  const child = spawn(process.execPath, [join(root, 'dist/program/main.js')], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const url = await Promise.race([
    listening(child.stdout),
    closed.then(() => Promise.reject(new Error('The service ended instead of starting.'))),
  ]);
  return {
    url,
    addUsers: async (users, password) => {
      const file = join(folder, 'users.csv');
      const rows = users.map(([username = '', first, last]) =>
        [username, password, `${username}@example.com`, first, last].join(','),
      );
      writeFileSync(file, ['username,password,email,first_name,last_name', ...rows, ''].join('\n'));
      await run(process.execPath, [join(root, 'bin/parley.js'), 'users', 'import', file], options);
    },
    setRole: async (username, role) => {
      await run(process.execPath, [join(root, 'bin/parley.js'), 'users', 'set-role', username, role], options);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** @param {import('node:stream').Readable} output @returns {Promise<string>} the address that the service prints */
function listening(output) {
  return new Promise((resolve) => {
    // The rest of the output is read too, and dropped: a full pipe would stop the service.
    createInterface(output).on('line', (line) => {
      const [, url] = LISTENS.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}
