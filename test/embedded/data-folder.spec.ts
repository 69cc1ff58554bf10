import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { outcomeOf } from '../support/command.js';
import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import type { Exit } from '../support/service-process.js';

function isClear({ code, errors }: Exit, sentence: RegExp): void {
  expect([code, errors.trim().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]]);
}

const IS_ROOT = process.geteuid?.() === 0;
/** The user `nobody` of most systems. It need not exist. */
const OTHER = 65_534;

const everythingIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
];

function giveTo(user: number, folder: string): void {
  for (const path of everythingIn(folder)) chownSync(path, user, user);
}

describe('a data folder', () => {
  let serviceData: ServiceData;

  beforeAll(async () => {
    serviceData = await newServiceData();
  });
  afterAll(() => serviceData.remove());

  it('that contains something else than a database stops the start', async () => {
    const folder = join(serviceData.folder, 'other');
    mkdirSync(join(folder, 'database'), { recursive: true });
    writeFileSync(join(folder, 'database', 'PG_VERSION'), 'invalid');
    isClear(
      await Service.expectStartFailure({ DATA_DIR: folder }, serviceData),
      /^The embedded database in .* cannot be opened/,
    );
  });

  it.runIf(IS_ROOT)('of another user is left as it is by commands and starts of root', async () => {
    const folder = serviceData.env.DATA_DIR!;
    giveTo(OTHER, folder);
    const refused = new RegExp(`^The data folder .* belongs to the user ${String(OTHER)}, and this program runs as`);
    try {
      for (const words of [
        ['stats'],
        ['backup', 'parley.backup'],
        ['users', 'create', 'eve', '--password', 'kestrel'],
      ]) {
        const { code, stderr } = await outcomeOf(serviceData, ...words);
        expect([code, stderr]).toEqual([1, expect.stringMatching(refused)]);
      }
      isClear(await Service.expectStartFailure({}, serviceData), refused);
      expect(everythingIn(folder).filter((path) => lstatSync(path).uid !== OTHER)).toEqual([]);
    } finally {
      giveTo(0, folder);
    }
  });

  it.skipIf(IS_ROOT)('with a file that cannot be written stops the start, which names the file', async () => {
    const file = join(serviceData.env.DATA_DIR!, 'database', 'PG_VERSION');
    chmodSync(file, 0o400);
    isClear(
      await Service.expectStartFailure({}, serviceData),
      /^This program cannot read and write .*PG_VERSION \(EACCES\)/,
    );
    chmodSync(file, 0o600);
  });

  it('is used by one server at a time, the second refuses to start, and another starts after a SIGKILL', async () => {
    const first = await Service.start({}, serviceData);
    isClear(await Service.expectStartFailure({}, serviceData), /^Another process \(\d+\) is using the data folder/);
    await expect(fetch(`${first.url}/health/ready`)).resolves.toMatchObject({ status: 200 });
    await first.restart('SIGKILL');
    await first.stop();
  });
});
