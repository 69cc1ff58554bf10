import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../bin/parley.js');

const addUsers = join(import.meta.dirname, 'add-users.js');

/** The first names of the template's users, and the number of users of each name. */
export const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'];
export const NAMESAKES = 500;
export const password = 'correct horse battery staple';

/** The id of a user of the template of the specs. @param {string} name @param {number} number from 1 on */
export const idOf = (name, number) => 1 + NAMESAKES * names.indexOf(name) + number;

/** The log-in that each user of that template has, and the id of its refresh token. @param {number} userId */
export const familyOf = (userId) => `00000000-0000-7000-8000-${userId.toString(16).padStart(12, '0')}`;
/** @param {number} userId */
export const refreshIdOf = (userId) => `refresh token of ${String(userId)}`;

/**
 * Creates the template that each service of the specs copies: one user whose password is hashed, and
 * {@link NAMESAKES} users of each name with the same password hash and one log-in each.
 * @param {string} folder a working folder
 * @param {Record<string, string>} database `DATABASE_URL` or `DATA_DIR`
 * @param {AbortSignal} signal aborts
 */
export async function fillSpecTemplate(folder, database, signal) {
  await importUsers(folder, database, signal, ['template']);
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder, ...database };
  await run(process.execPath, [addUsers], { cwd: folder, env, signal });
}

/**
 * Makes the tables and the users of a new database.
 * @param {string} folder a working folder
 * @param {Record<string, string>} database `DATABASE_URL` or `DATA_DIR`
 * @param {AbortSignal} signal aborts
 * @param {number} ofEach how many users there are of each name
 * @returns {Promise<string>} a CSV file of the users with `username` and `password`
 */
export async function fillTemplate(folder, database, signal, ofEach) {
  const usernames = names.flatMap((name) => Array.from({ length: ofEach }, (_, at) => `${name}${String(at + 1)}`));
  return importUsers(folder, database, signal, usernames);
}

/**
 * @param {string} folder
 * @param {Record<string, string>} database
 * @param {AbortSignal} signal
 * @param {string[]} usernames
 */
async function importUsers(folder, database, signal, usernames) {
  const file = join(folder, 'people.csv');
  const rows = usernames.map((username) => {
    return `${username},${password},${username}@mail.example,${username.replace(/\d+$/, '')},Tester`;
  });
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: folder, ...database };
  writeFileSync(file, ['username,password,email,first_name,last_name', ...rows, ''].join('\n'));
  const parley = (/** @type {string[]} */ ...words) => command(words, { cwd: folder, env, signal });
  await parley('migrate', 'up');
  await parley('users', 'import', file);
  return file;
}

/** @param {string[]} words @param {import('node:child_process').ExecFileOptions} options */
async function command(words, options) {
  await run(process.execPath, [cli, ...words], options).catch((/** @type {unknown} */ error) => {
    const { stderr } = /** @type {{ stderr?: string }} */ (error);
    throw new Error(`parley ${words.slice(0, 2).join(' ')} failed: ${stderr ?? String(error)}`);
  });
}
