import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../../support/eventually.js';
import { environment } from '../../support/environment.js';
import { emptyServiceData } from '../../support/service-data.js';
import type { ServiceData } from '../../support/service-data.js';
import { prepared } from '../../support/run.js';
import { alerts } from './alerts.js';
import { MessageRoom } from './message-room.js';
import { promtool, withFiles } from './promtool.js';
import { onSmallDisk, seenFromOutside } from './small-disk.js';
import { unitTestsOf } from './unit-tests.js';

const MAIN = join(import.meta.dirname, '../../../dist/program/main.js');
/** Far more than an embedded database needs; less than a quarter of it counts as almost full. */
const SIZE = '500m';

let serviceData: ServiceData;
let dataDir: string;
let node: ChildProcess;
let output: string;
let url: string;
let room: MessageRoom;

beforeEach(async () => {
  serviceData = await emptyServiceData('embedded');
  dataDir = join(serviceData.folder, 'small');
  mkdirSync(dataDir);
  const { template } = prepared('embedded');
  const [program = '', ...words] = onSmallDisk(dataDir, SIZE, template, [process.execPath, MAIN]);
  const env = { ...environment(serviceData, { DATA_DIR: dataDir }) };
  node = spawn(program, words, { cwd: serviceData.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  output = '';
  for (const stream of [node.stdout, node.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const listens = (): string | undefined => /Parley listens on (http:\/\/[\d.:]+)/.exec(output)?.[1];
  await eventually(() => listens() !== undefined || node.exitCode !== null);
  if (node.exitCode !== null) throw new Error(output);
  url = listens()!;
  room = await MessageRoom.at(url);
});
afterEach(async () => {
  await room.leave();
  const ended = once(node, 'close');
  node.kill('SIGTERM');
  await expect(ended).resolves.toEqual([0, null]);
  await serviceData.remove();
});

const filler = (): string => seenFromOutside(node.pid!, join(dataDir, 'filler'));

/** Fills the disk until a write fails. */
function fill(): void {
  const file = openSync(filler(), 'a');
  const piece = Buffer.alloc(65_536);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

const makeRoom = (): void => rmSync(filler());

async function health(path = '/health'): Promise<[status: number, report: Record<string, unknown>]> {
  const answer = await fetch(url + path);
  return [answer.status, (await answer.json()) as Record<string, unknown>];
}

const linesWith = (text: string): number => output.split('\n').filter((line) => line.includes(text)).length;

/** Whether the alert fires for the current metrics of the process. */
async function firesNow(name: string): Promise<boolean> {
  const alert = alerts.find((each) => each.alert === name)!;
  const text = await (await fetch(`${url}/metrics`)).text();
  const disk = [...text.matchAll(/^(parley_disk_\w+) (\d+)$/gm)];
  expect(disk).toHaveLength(2);
  const now = Object.fromEntries(disk.map(([, metric, value]) => [metric!, `${value!}x40`]));
  const tests = unitTestsOf(alert, { fires: now, calm: {}, at: '5m', labels: {} });
  try {
    return withFiles(tests, (folder) => promtool('test', 'rules', join(folder, 'tests.yml'))).includes('SUCCESS');
  } catch {
    return false;
  }
}

describe('a full disk', () => {
  it('causes refusals and one log line, and writes are accepted again when there is space', async () => {
    await room.send('before');
    expect(await firesNow('ParleyDiskAlmostFull')).toBe(false);
    fill();
    await eventually(async () => (await room.attempt('x'.repeat(8_000))) === 4006);
    await eventually(() => linesWith('The disk of the data folder is almost full') === 1);
    expect(await health()).toMatchObject([200, { status: 'degraded', details: { disk: { status: 'degraded' } } }]);
    expect(await firesNow('ParleyDiskAlmostFull')).toBe(true);
    expect(await room.history()).toEqual(room.sent);

    makeRoom();
    await eventually(async () => (await room.attempt('after')) === 'said');
    await eventually(() => linesWith('The disk of the data folder has enough free space again') === 1);
    expect(await health()).toMatchObject([200, { status: 'ok', details: { disk: { status: 'up' } } }]);
    expect(await room.history()).toEqual(room.sent);
    expect([node.exitCode, linesWith('The disk of the data folder is almost full')]).toEqual([null, 1]);
  });

  it("without space for the database's log ends no process and loses nothing", async () => {
    await room.send('before');
    fill();
    await room.fillLog(seenFromOutside(node.pid!, dataDir));
    await eventually(async () => (await health('/health/ready'))[0] === 503);
    expect(await health()).toMatchObject([503, { status: 'error', details: { database: { status: 'down' } } }]);
    expect(await room.attempt('meanwhile')).toBe(4006);
    await eventually(() => linesWith('The database is unavailable') === 1);

    makeRoom();
    await eventually(async () => (await health('/health/ready'))[0] === 200);
    await eventually(async () => (await room.attempt('after')) === 'said');
    expect(await room.history()).toEqual(room.sent);
    expect([node.exitCode, linesWith('The embedded database could not write')]).toEqual([null, 1]);
    await eventually(() => linesWith('The database is back') === 1);
    expect(linesWith('The database is unavailable')).toBe(1);
  });
});
