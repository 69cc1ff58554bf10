import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '../../bin/parley.js');

/** The first names of everybody who lives in a template, and how many there are of each, unless told otherwise. */
export const names = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'];
export const namesakes = 30;
export const password = 'correct horse battery staple';

/**
 * Makes the tables and the people of a new database, from which every service of the specs gets a copy.
 * @param {string} folder a place to work in
 * @param {Record<string, string>} database `DATABASE_URL` or `DATA_DIR`
 * @param {AbortSignal} signal gives up
 * @returns {Promise<string>} the file of the people, a CSV with `username` and `password`
 */
export async function fillTemplate(folder, database, signal, ofEach = namesakes) {
  const file = join(folder, 'people.csv');
  const rows = names.flatMap((name) =>
    Array.from({ length: ofEach }, (_, index) => {
      const username = `${name}${String(index + 1)}`;
      return `${username},${password},${username}@mail.example,${name},Tester`;
    }),
  );
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
