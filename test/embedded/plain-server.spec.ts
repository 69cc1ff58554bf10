import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const deployed = (name: string): string => readFileSync(join(ROOT, 'deploy/systemd', name), 'utf8');
const unit = deployed('parley.service');

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** The value of a line of a unit. */
const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

let serviceData: ServiceData;

beforeEach(async () => {
  serviceData = await newServiceData('embedded');
});
afterEach(() => serviceData.remove());

describe('deploy/systemd', () => {
  it.runIf(isOnPath('systemd-analyze'))('has a unit that systemd accepts', async () => {
    const file = join(serviceData.folder, 'parley.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
    expect(stdout + stderr).toBe('');
  });

  it('gives the service more time to stop than it takes', () => {
    const seconds = /^#SHUTDOWN_SECONDS=(\d+)$/m.exec(readFileSync(join(ROOT, '.env.example'), 'utf8'))?.[1];
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(Number(seconds));
  });

  it('has settings with which the unit starts the service, and commands run beside it', async () => {
    const file = join(serviceData.folder, 'parley.env');
    const filled = deployed('parley.env')
      .replace('/var/lib/parley', serviceData.env.DATA_DIR!)
      .replace('PORT=3000', 'PORT=0')
      .replace('JWT_SECRET=', 'JWT_SECRET=a secret of nobody that is long enough');
    writeFileSync(file, filled);
    const [, main = ''] = valueOf('ExecStart').split(' ');
    const options = { cwd: ROOT, env: { PATH: process.env.PATH } };
    const service = spawn(process.execPath, [`--env-file=${file}`, main], {
      ...options,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const url = (): string | undefined => /Parley listens on (http:\/\/[\d.:]+)/.exec(printed)?.[1];
    await expect.poll(url).toBeDefined();
    expect((await fetch(`${url() ?? ''}/health/ready`)).status).toBe(200);
    const { stdout } = await run(process.execPath, [`--env-file=${file}`, 'bin/parley.js', 'stats'], options);
    expect(stdout).toContain('users');
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  });
});
