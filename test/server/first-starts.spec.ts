import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';

import { PGlite } from '@electric-sql/pglite';

import { parley } from '../support/command.js';
import { environment } from '../support/environment.js';
import { emptyServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

let serviceData: ServiceData;

beforeEach(async () => {
  serviceData = await emptyServiceData('embedded');
});
afterEach(() => serviceData.remove());

const dataDir = (name: string): string => join(serviceData.env.DATA_DIR!, name);

/** Kills a command as soon as it has begun to make the folder of the database. */
async function killedAsItBegins(): Promise<void> {
  const options = { cwd: serviceData.folder, env: { ...environment(serviceData) } };
  const child = spawn(process.execPath, [PARLEY, 'migrate', 'up'], options);
  const ended = once(child, 'close');
  while (child.exitCode === null && !existsSync(dataDir('database.next'))) await turn();
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** Of an embedded database that no process uses. */
async function systemIdentifier(): Promise<unknown> {
  const database = await PGlite.create(dataDir('database'));
  const { rows } = await database.query<{ id: string }>(
    'SELECT system_identifier::text AS id FROM pg_control_system()',
  );
  await database.close();
  return rows[0]?.id;
}

describe('the first start on a data folder', () => {
  it('that is killed leaves no folder that the next one takes for a database', async () => {
    await killedAsItBegins();
    expect(existsSync(dataDir('database'))).toBe(false);
    await expect(parley(serviceData, 'users', 'create', 'ada', '--password', 'correct horse')).resolves.toBeDefined();
    await expect(parley(serviceData, 'users', 'list')).resolves.toMatchObject([{ username: 'ada' }]);
    expect(readdirSync(dataDir('')).filter((name) => name.startsWith('database'))).toEqual(['database']);
  });

  it('gives the database a system identifier of its own', async () => {
    await parley(serviceData, 'migrate', 'up');
    const first = await systemIdentifier();
    const other = await emptyServiceData('embedded');
    await serviceData.remove();
    serviceData = other;
    await parley(serviceData, 'migrate', 'up');
    await expect(systemIdentifier()).resolves.not.toBe(first);
  });
});
