import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { Browser } from '../../support/browser.js';
import { users } from '../../support/people.js';
import type { Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-services.js';
import { WebClient } from '../../support/web-client.js';

const root = join(import.meta.dirname, '../../..');

let parley: Service;
let browser: Browser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});

/** Runs `npx vite dev web` on a free port during the callback. */
async function onVite(work: (url: string) => Promise<void>): Promise<void> {
  const words = ['node_modules/vite/bin/vite.js', 'dev', 'web', '--host', '127.0.0.1', '--port', '0'];
  const env = { ...process.env, PARLEY_URL: parley.url, NO_COLOR: '1' };
  const vite = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(vite, 'close');
  try {
    for await (const line of createInterface(vite.stdout)) {
      const url = /Local: +(\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      await work(url);
      return;
    }
    throw new Error('Vite has exited.');
  } finally {
    vite.kill();
    await ended;
  }
}

it('the Vite development server serves the web client and proxies to the service', async () => {
  const { alice, bob } = await users(parley, 'alice', 'bob');
  const device = await alice.connect();
  await device.request('room.create', { type: 'OneToOneChat', participants: [bob.id] });
  await onVite(async (url) => {
    const bobs = await WebClient.open(browser, { url }, bob);
    await bobs.enter('alice Tester');
    await bobs.send('From the sources.');
    await device.receive('message.dispatch', ({ data: { content } }) => content === 'From the sources.');
    await browser.closeAll();
  });
});
