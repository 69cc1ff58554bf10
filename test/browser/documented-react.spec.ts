import type { Page } from 'playwright-core';

import { COMPONENTS } from '../docs/kinds.js';
import { blocksOf } from '../docs/pages.js';
import { faultsOf } from '../docs/program.js';
import { Browser } from '../support/browser.js';
import { builtPage } from '../support/built-page.js';
import { PageHost } from '../support/page-host.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { sharedService } from '../support/shared-services.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const MAX_LINES = 40;

const programOf = (page: string): string =>
  blocksOf(page)
    .filter(({ info }) => info === 'tsx')
    .map(({ text }) => text)
    .join('\n');

describe.each(COMPONENTS)('the program on the page %s', (page) => {
  it('compiles with the built packages', () => {
    expect(programOf(page)).not.toBe('');
    expect(faultsOf(programOf(page), 'tsx')).toEqual([]);
  });
});

describe('the program on the page docs/react.md', () => {
  let hosts: PageHost[];
  let cable: TcpProxy;
  let browser: Browser;

  afterEach(async () => {
    await browser.closeAll();
    await Promise.all([...hosts.map((host) => host.stop()), cable.close()]);
  });

  /** The page of a user, from a server that issues the token of this user. */
  async function opened(program: Readonly<Record<string, string>>, user: TestUser): Promise<Page> {
    const host = await PageHost.start({ ...program, '/chat-token': user.tokens.access });
    hosts.push(host);
    return browser.open(host.url);
  }

  async function write(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  }

  it('has at most 40 lines, and two users talk with it, also after a connection that was cut', async () => {
    const program = programOf('docs/react.md');
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
    const [parley, shared] = await Promise.all([sharedService(), Browser.shared()]);
    browser = shared;
    browser.ignoreError(/^WebSocket connection to 'ws:[^']*' failed/);
    hosts = [];
    const { hostname, port } = new URL(parley.url);
    cable = await TcpProxy.to(hostname, Number(port));
    const { alice, bob } = await users(parley, 'alice', 'bob');
    const device = await bob.connect();
    await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
    const built = await builtPage(program.replace('127.0.0.1:3000', `127.0.0.1:${String(cable.port)}`));
    const [alices, bobs] = [await opened(built, alice), await opened(built, bob)];

    await bobs.getByRole('navigation').getByRole('button').click();
    for (const text of ['Can you hear me?', 'Hello?']) await write(bobs, text);
    await alices.getByRole('heading', { name: 'Chat (2)' }).waitFor();
    await alices.getByRole('button', { name: / 2 unread$/ }).click();
    await alices.getByRole('log').getByText('Hello?').waitFor();
    await alices.getByRole('heading', { name: 'Chat', exact: true }).waitFor();

    cable.cut();
    await alices.getByText('Connecting…').waitFor();
    await write(alices, 'In a tunnel.');
    await alices.getByRole('log').getByText('Sending…').waitFor();
    cable.mend();
    await bobs.getByRole('log').getByText('In a tunnel.').waitFor();
    await alices.getByRole('log').getByText('Sending…').waitFor({ state: 'detached' });
    expect(await bobs.locator('[data-parley-text]').allTextContents()).toEqual([
      'Can you hear me?',
      'Hello?',
      'In a tunnel.',
    ]);
  });
});
