import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { postgresProgram } from '../../servers/programs.js';

const run = promisify(execFile);
const INSERT = `INSERT INTO bench_commits (id, content) VALUES (gen_random_uuid(), repeat('x', 50));\n`;
const RATE = /tps = ([\d.]+)/;

/**
 * Commits of single rows a second, measured by PostgreSQL's `pgbench`.
 * @param {string} folder for its files
 * @param {string} databaseUrl
 * @param {number} seconds
 * @param {number} clients at the same time
 */
export async function commitsPerSecond(folder, databaseUrl, seconds, clients) {
  const script = join(folder, 'insert.sql');
  writeFileSync(script, INSERT);
  const load = ['--client', String(clients), '--jobs', String(Math.min(clients, 2)), '--protocol', 'prepared'];
  const flags = ['--no-vacuum', '--file', script, '--time', String(Math.ceil(seconds)), ...load];
  const { stdout } = await run(postgresProgram('pgbench'), [...flags, databaseUrl]);
  return Number(RATE.exec(stdout)?.[1]);
}
