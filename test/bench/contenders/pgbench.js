import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { postgresProgram } from '../../servers/programs.js';

const run = promisify(execFile);
const CLIENTS = 32;
const INSERT = `INSERT INTO bench_commits (id, content) VALUES (gen_random_uuid(), repeat('x', 50));\n`;
const RATE = /tps = ([\d.]+)/;

/**
 * Commits of single rows a second with 32 clients, measured by PostgreSQL's `pgbench`.
 * @param {string} folder for its files
 * @param {string} databaseUrl
 * @param {number} seconds
 */
export async function commitsPerSecond(folder, databaseUrl, seconds) {
  const script = join(folder, 'insert.sql');
  writeFileSync(script, INSERT);
  const clients = ['--client', String(CLIENTS), '--jobs', '2', '--protocol', 'prepared'];
  const flags = ['--no-vacuum', '--file', script, '--time', String(Math.ceil(seconds)), ...clients];
  const { stdout } = await run(postgresProgram('pgbench'), [...flags, databaseUrl]);
  return Number(RATE.exec(stdout)?.[1]);
}
