import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { JWT_SECRET } from '../support/environment.js';
import { newServiceData } from '../support/service-data.js';
import { Service } from '../support/service.js';
import type { Exit } from '../support/service-process.js';

/** One sentence on standard error, and no secret in the output. */
function isClear({ code, output, errors }: Exit, sentence: RegExp): void {
  expect(errors.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
  expect(output).not.toContain(JWT_SECRET);
  expect(code).toBe(1);
}

describe('a start fails with a message', () => {
  it('if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const exit = await Service.expectStartFailure({ PORT: port }).finally(() => other.close());
    isClear(exit, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use`));
  });

  it('if the data folder cannot be written', async () => {
    const serviceData = await newServiceData();
    const file = join(serviceData.folder, 'file');
    writeFileSync(file, '');
    isClear(
      await Service.expectStartFailure({ DATA_DIR: join(file, 'data') }, serviceData),
      /^The data folder .* cannot be written/,
    );
    await serviceData.remove();
  });

  it('if the database is unreachable, without its password', async () => {
    const exit = await Service.expectStartFailure({
      DATABASE_URL: 'postgres://parley:hunter2@127.0.0.1:1/parley_test',
    });
    isClear(exit, /^The database of DATABASE_URL cannot be used/);
    expect(exit.output).not.toContain('hunter2');
  });

  it('if Redis is unreachable, without its password', async () => {
    const exit = await Service.expectStartFailure({ REDIS_URL: 'redis://:hunter2@127.0.0.1:1' });
    isClear(exit, /^The Redis of REDIS_URL cannot be reached/);
    expect(exit.output).not.toContain('hunter2');
  });

  it('that names every invalid setting, and no value', async () => {
    const { code, output } = await Service.expectStartFailure({
      PORT: 'hunter2',
      NODE_ENV: 'hunter2',
      DATABASE_URL: 'hunter2',
      ALLOWED_HOSTS: 'http://hunter2/',
      ACCESS_TOKEN_LIFETIME: 'hunter2',
      REQUIRE_ORIGIN: 'hunter2',
      MAX_FRAME_BYTES: '-1',
    });
    for (const name of [
      'PORT',
      'NODE_ENV',
      'DATABASE_URL',
      'ALLOWED_HOSTS',
      'ACCESS_TOKEN_LIFETIME',
      'REQUIRE_ORIGIN',
      'MAX_FRAME_BYTES',
    ]) {
      expect(output).toMatch(new RegExp(`^ *${name}: .+`, 'm'));
    }
    expect(output).not.toContain('hunter2');
    expect(output).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });

  it('if settings without a default in production are missing', async () => {
    const unset = { JWT_SECRET: undefined, ALLOWED_HOSTS: undefined };
    const { code, output } = await Service.expectStartFailure({ NODE_ENV: 'production', ...unset });
    expect(output).toMatch(/JWT_SECRET: required/);
    expect(output).toMatch(/ALLOWED_HOSTS: required/);
    expect(code).toBe(1);
  });
});
