import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { pythonOf } from '../../sdk/conformance/suite.js';
import { EMBEDDING } from '../docs/kinds.js';
import { blocksOf } from '../docs/pages.js';
import { faultsOf, start } from '../docs/program.js';
import { freePort } from '../servers/start-server.js';
import { Browser } from '../support/browser.js';
import { builtPage } from '../support/built-page.js';
import { parley } from '../support/command.js';
import { HOOK_SECRET } from '../support/hook-server.js';
import { PageHost } from '../support/page-host.js';
import { Service } from '../support/service.js';

const PYTHON_PACKAGE = join(import.meta.dirname, '../../sdk/python/src');
const SCOPES = 'users:manage,tokens:issue,rooms:manage,act-as-anybody,messages:write';

type Backend = ChildProcessByStdio<null, Readable, Readable>;

let service: Service;
let browser: Browser;
let host: PageHost;
let standingFor: ReadonlyMap<string, string>;
let backend: Backend;
let backendUrl: string;
let printed: string;

const real = (text: string): string => [...standingFor].reduce((all, [from, to]) => all.replaceAll(from, to), text);

const programOf = (language: string): string =>
  blocksOf(EMBEDDING)
    .filter(({ info }) => info === language)
    .map(({ text }) => text)
    .join('\n');

/** The backends of the page, by the name of their language. */
const BACKENDS: Readonly<Record<string, () => Backend>> = {
  'Node.js': () => {
    expect(faultsOf(programOf('ts'))).toEqual([]);
    return start(real(programOf('ts')), service.serviceData.folder);
  },
  Python: () => {
    const file = join(service.serviceData.folder, 'backend.py');
    writeFileSync(file, real(programOf('python')));
    const env = { ...process.env, PYTHONPATH: PYTHON_PACKAGE };
    return spawn(pythonOf(), ['-B', '-W', 'error', file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  },
};

// The second backend finds what the first one has made, as one that starts again does.
beforeAll(async () => {
  browser = await Browser.shared();
  const port = String(await freePort());
  backendUrl = `http://127.0.0.1:${port}`;
  const hook = { MODERATION_URL: `${backendUrl}/chat/check`, MODERATION_SECRET: HOOK_SECRET };
  service = await Service.start({ ...hook, MODERATION_TIMEOUT_MS: '10000' });
  const { serviceData } = service;
  const { key } = (await parley(serviceData, 'keys', 'create', '--name', 'shop', '--scopes', SCOPES)) as {
    key: string;
  };
  const words = ['webhooks', 'create', `${backendUrl}/chat/events`, '--events', 'message.created'];
  const { secret } = (await parley(serviceData, ...words)) as { secret: string };
  standingFor = new Map([
    ['THE KEY', key],
    ['THE SECRET', secret],
    ['THE HOOK SECRET', HOOK_SECRET],
    ['8080', port],
    ['127.0.0.1:3000', new URL(service.url).host],
  ]);
  host = await PageHost.start(await builtPage(real(programOf('tsx'))));
});
afterAll(async () => {
  await host.stop();
  await service.stop();
});
afterEach(async () => {
  await browser.closeAll();
  // The next one listens on the same port.
  const ended = once(backend, 'exit');
  backend.kill();
  await ended;
});

async function startBackend(language: string): Promise<void> {
  backend = BACKENDS[language]!();
  printed = '';
  for (const stream of [backend.stdout, backend.stderr])
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  while (!printed.includes('The backend listens')) await once(backend.stdout, 'data');
}

it.each(Object.keys(BACKENDS))(
  'the product of the page has a chat beside an order, with a backend in %s',
  async (language) => {
    await startBackend(language);
    // A page and its backend have one origin.
    const page = await browser.open(host.url, {}, async (context) => {
      await context.route('**/chat/token', async (route) => {
        const token = await fetch(`${backendUrl}/chat/token`, { method: 'POST' });
        await route.fulfill({ status: token.status, body: await token.text() });
      });
    });
    await page.getByRole('heading', { name: 'Order 1001' }).waitFor();
    const card = page.getByRole('complementary', { name: 'Order 1001' });
    expect(await card.textContent()).toBe('Your order is on its way. It arrives on Monday.');

    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Thank you!');
    await field.press('Enter');
    await expect.poll(() => printed).toContain('message.created Thank you!');
    await field.fill('I pay with 4111 1111 1111 1111');
    await field.press('Enter');
    await page.getByText('Not sent: Never send the number of a card.').waitFor();
    expect(printed).not.toContain('4111');

    for (const path of ['/chat/events', '/chat/check']) {
      const forged = await fetch(backendUrl + path, { method: 'POST', body: '{}' });
      expect(forged.status).toBe(401);
    }
  },
);
