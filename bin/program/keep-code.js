/**
 * `node bin/program/keep-code.js FOLDER`, run by the build: migrates and starts the program of a folder on a throwaway
 * database, and keeps the code that V8 compiled for that (`load.js`). A program that does not start is no build: the
 * exit code is 1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = ''] = process.argv.slice(2);
const KEEP = `import { keepCode } from ${JSON.stringify(pathToFileURL(join(folder, 'load.js')))}; keepCode();`;
const LISTENS = /\bParley listens\b/;

/**
 * Runs a program in a folder of its own, without the settings of the environment.
 * @param {string} place
 * @param {readonly string[]} words
 * @returns {Promise<void>} once it has ended well, after SIGTERM if it listens
 * @throws Error with its output
 */
async function run(place, [program = '', ...words]) {
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(KEEP)}`, join(folder, program), ...words],
    {
      cwd: place,
      env: { PATH: process.env.PATH, DATA_DIR: join(place, 'data'), HOST: '127.0.0.1', PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      const listened = LISTENS.test(output);
      output += text;
      if (!listened && LISTENS.test(output)) child.kill('SIGTERM');
    });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(output);
}

const place = mkdtempSync(join(tmpdir(), 'parley-keep-code-'));
try {
  await run(place, ['cli.js', 'migrate', 'up']);
  await run(place, ['main.js']);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(
    `The program was built, but did not start here:\n${error instanceof Error ? error.message : ''}\n`,
  );
} finally {
  rmSync(place, { recursive: true, force: true });
}
