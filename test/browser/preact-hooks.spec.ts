import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Browser } from '../support/browser.js';
import { builtPage } from '../support/built-page.js';
import { newFriends } from '../support/friends.js';
import { PageHost } from '../support/page-host.js';
import { sharedService } from '../support/shared-services.js';

declare const app: { start(settings: object): void };

const APP = join(import.meta.dirname, 'page/preact-app.tsx');

it('a page with Preact talks with the hooks', async () => {
  const [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  const built = await builtPage(await readFile(APP, 'utf8'));
  // Neither React nor the layer of Preact that stands for it.
  expect(built['/program.js']).not.toMatch(/react\.(transitional\.)?element|__SECRET_INTERNALS/);
  const host = await PageHost.start(built);
  const { alice, device: bob, room } = await newFriends(parley);
  await bob.request('message.send', { room_id: room.id, content: 'Can you hear me?' });

  const page = await browser.open(host.url);
  await page.waitForFunction(() => 'app' in globalThis);
  const url = `${parley.url.replace('http', 'ws')}/messaging/`;
  await page.evaluate((settings) => app.start(settings), { url, token: alice.tokens.access });
  await page.locator(`[data-state=online][data-unread="1"][data-self="${alice.username}"]`).waitFor();
  await page.getByRole('button', { name: 'Friends' }).click();
  await page.getByRole('listitem').getByText('Can you hear me?').waitFor();
  await page.getByRole('textbox').pressSequentially('Yes.');
  await bob.receive('messagetyping.dispatch');
  await page.getByRole('textbox').press('Enter');
  await page.getByRole('listitem').getByText('Yes.').waitFor();
  const sent = await bob.receive('message.dispatch', ({ data }) => data.sender.id === alice.id);
  expect(sent.data.content).toBe('Yes.');
  await bob.request('message.typing', { room_id: room.id });
  await page.getByRole('status').getByText(/^bob/).waitFor();

  await browser.closeAll();
  await host.stop();
});
