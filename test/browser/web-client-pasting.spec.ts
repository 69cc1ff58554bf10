import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { eventually } from '../support/eventually.js';
import { newFriends } from '../support/friends.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;
let client: WebClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, device } = await newFriends(parley));
  client = await WebClient.open(browser, parley, alice);
  await client.enter('Friends');
});
afterEach(async () => {
  await device.close();
  await browser.closeAll();
});

/** Copies what another page shows. */
async function copy(html: string): Promise<void> {
  const other = await client.page.context().newPage();
  await other.setContent(html);
  await other.keyboard.press('Control+A');
  await other.keyboard.press('Control+C');
  await other.close();
  await client.page.bringToFront();
}

const expectText = (text: string): Promise<void> =>
  eventually(async () => (await client.composer.inputValue()) === text);

const PLAN = `<h2>Plan</h2><p>Bring <b>warm</b> <a href="https://a.example/map">clothes</a>.</p>
  <ul><li><s>Train</s></li><li><code>bus</code></li></ul><img src="x" onerror="document.title = 'run'" style="width: 1px">`;

it('formatted text is pasted as Markdown, which undo takes back', async () => {
  await copy(PLAN);
  await client.composer.pressSequentially('So: ');
  await client.composer.press('Control+V');
  const markdown = '**Plan**\n\nBring **warm** [clothes](https://a.example/map).\n\n- ~~Train~~\n- `bus`';
  await expectText(`So: ${markdown}`);
  await client.composer.press('Control+Z');
  await expectText('So: ');
  await client.composer.press('Control+V');
  await expectText(`So: ${markdown}`);
  await client.composer.press('Enter');
  expect((await device.receive('message.dispatch')).data.content).toBe(`So: ${markdown}`);
  await client.history.locator('li del', { hasText: /^Train$/ }).waitFor();
  expect(await client.page.title()).not.toContain('run');
});

it('text is pasted as it is without formats, on request, and from a code editor', async () => {
  await copy('<p>2 * 3 * 4</p>');
  await client.composer.press('Control+V');
  await expectText('2 * 3 * 4');
  await client.composer.fill('');
  await copy('<b>warm</b>');
  await client.composer.press('Control+Shift+V');
  await expectText('warm');
  await client.composer.fill('');
  await copy('<div style="font-family: monospace; white-space: pre"><i>// *a*</i></div>');
  await client.composer.press('Control+V');
  await expectText('// *a*');
});

it('an address that is pasted over a selection makes it a link', async () => {
  await copy('https://a.example/map');
  await client.composer.fill('the map');
  await client.composer.press('Control+A');
  await client.composer.press('Control+V');
  await expectText('[the map](https://a.example/map)');
});
