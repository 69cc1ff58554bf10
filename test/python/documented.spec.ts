import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { pythonOf } from '../../sdk/conformance/suite.js';
import { freshServiceData } from '../docs/fresh.js';
import { kindOf } from '../docs/kinds.js';
import { blocksOf } from '../docs/pages.js';
import { parley } from '../support/command.js';
import { Service } from '../support/service.js';

const run = promisify(execFile);
const PYTHON_PACKAGE = join(import.meta.dirname, '../../sdk/python/src');
const SCOPES = 'act-as-anybody,rooms:read,rooms:write,messages:read,messages:write,users:read';

const PRINTED = `answer Can you hear me? True
history ['!echo Can you hear me?'] False
favourite True
refused 4004
orders ['Your order is on its way']
forged 401
`;

it('the program on the page about Python prints what it should', async () => {
  const serviceData = await freshServiceData();
  const service = await Service.start({}, serviceData);
  try {
    for (const name of ['ada', 'bob']) {
      await parley(serviceData, 'users', 'create', name, '--password', 'correct horse battery');
    }
    const created = await parley(serviceData, 'keys', 'create', '--name', 'shop', '--scopes', SCOPES);
    const program = blocksOf('docs/python.md')
      .filter((block) => kindOf(block) === 'python')
      .map(({ text }) => text)
      .join('\n\n')
      .replaceAll('127.0.0.1:3000', new URL(service.url).host)
      .replaceAll('THE KEY', (created as { key: string }).key)
      .replaceAll('THE FOLDER', serviceData.folder);
    const file = join(serviceData.folder, 'program.py');
    writeFileSync(file, program);
    const env = { ...process.env, PYTHONPATH: PYTHON_PACKAGE };
    const { stdout, stderr } = await run(pythonOf(), ['-B', '-W', 'error', file], { env });
    expect({ stdout, stderr }).toEqual({ stdout: PRINTED, stderr: '' });
  } finally {
    await service.stop();
    await serviceData.remove();
  }
});
