import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { newServiceData } from '../support/service-data.js';
import type { ServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import type { Exit } from '../support/service-process.js';

function isClear({ code, errors }: Exit, sentence: RegExp): void {
  expect([code, errors.trim().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]]);
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

  it('is used by one server at a time, the second refuses to start, and another starts after a SIGKILL', async () => {
    const first = await Service.start({}, serviceData);
    isClear(await Service.expectStartFailure({}, serviceData), /^Another process \(\d+\) is using the data folder/);
    await expect(fetch(`${first.url}/health/ready`)).resolves.toMatchObject({ status: 200 });
    await first.restart('SIGKILL');
    await first.stop();
  });
});
