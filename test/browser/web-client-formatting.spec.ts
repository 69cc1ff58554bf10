import type { Room } from '@parley/protocol';

import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { ChatClient } from '../support/chat-client.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let room: Room;
let device: ChatClient;
let page: WebClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeAll(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  device = await bob.connect();
  const group = { type: 'GroupChat', name: 'Friends', participants: [alice.id] } as const;
  room = (await device.request('room.create', group)).data;
  page = await WebClient.open(browser, parley, alice);
  await page.enter('Friends');
});
afterAll(async () => {
  await device.close();
  await browser.closeAll();
});

const bobSends = async (content: string, extra_fields = {}): Promise<void> => {
  await device.request('message.send', { room_id: room.id, content, extra_fields });
};

interface Page {
  getComputedStyle(element: unknown): Readonly<Record<string, string>>;
}

/** A computed property of the style of an element. */
const styleOf = (element: Locator, property: string): Promise<string | undefined> =>
  element.evaluate((each, name) => (globalThis as unknown as Page).getComputedStyle(each)[name], property);

it('a message is shown with its formats', async () => {
  await bobSends(`Shall we **meet**, or _walk_?

- [Map](https://a.example/map)
- ~~Train~~ \`bus\`

> As last year`);
  await page.history.locator('strong', { hasText: /^meet$/ }).waitFor();
  await page.history.locator('em', { hasText: /^walk$/ }).waitFor();
  await page.history.locator('li del', { hasText: /^Train$/ }).waitFor();
  await page.history.locator('li code', { hasText: /^bus$/ }).waitFor();
  await page.history.locator('blockquote', { hasText: /^As last year$/ }).waitFor();
  const link = page.history.getByRole('link', { name: 'Map' });
  expect(await link.getAttribute('href')).toBe('https://a.example/map');
  expect(await link.getAttribute('title')).toBe('https://a.example/map');
  expect(await link.getAttribute('rel')).toContain('noopener');
});

it('lists show their bullets and numbers, from the first one, on the side where the text begins', async () => {
  await bobSends('- Boots\n- Lamps\n\n998. Meet\n999. Walk\n1000. Rest');
  await bobSends('1. أهلا\n2. سهلا');
  const bullets = page.history.locator('.text ul', { hasText: 'Boots' });
  expect(await styleOf(bullets, 'listStyleType')).toBe('disc');
  const numbers = page.history.locator('.text ol', { hasText: 'Meet' });
  expect(await numbers.getAttribute('start')).toBe('998');
  expect(await styleOf(numbers, 'listStyleType')).toBe('decimal');
  const arabic = page.history.locator('.text ol', { hasText: 'أهلا' });
  expect(await styleOf(arabic, 'direction')).toBe('rtl');
  expect(parseFloat(String(await styleOf(arabic, 'paddingRight')))).toBeGreaterThan(0);
  await page.expectAccessible(browser, 'web-client-lists');
});

it.each([
  '<img src=x onerror="document.title = 1">',
  '<b>bold</b> <script>document.title = 1</script>',
  '<a href="https://a.example">here</a>',
])('HTML is text: %s', async (content) => {
  await bobSends(content);
  await page.expectText(content);
  expect(await page.message(content).locator('.text :not(a)').count()).toBe(0);
});

it('links lead to addresses of the web and of mail alone', async () => {
  const content = ['javascript:alert(1)', 'data:text/html,a', 'vbscript:a', '/relative', 'JAVASCRIPT&#58;a']
    .map((address) => `[here](${address})`)
    .join(', ');
  await bobSends(content);
  await page.expectText(content);
  expect(await page.message(content).getByRole('link').count()).toBe(0);
});

it('the name of a mentioned member stands out', async () => {
  await bobSends(`@${alice.username}, see @nobody`, { mentions: [alice.id] });
  const mentions = page.history.locator('.mention');
  await mentions.first().waitFor();
  expect(await mentions.allTextContents()).toEqual([`@${alice.username}`]);
});

it('code is highlighted, by a script that is loaded with the first code of a known language', async () => {
  const loaded: string[] = [];
  page.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await bobSends('```\nlet a = 1;\n```');
  await page.history.locator('pre', { hasText: /^let a = 1;$/ }).waitFor();
  expect(loaded).toEqual([]);
  await bobSends('```js\nconst b = "c";\n```');
  await page.history.locator('.hljs-keyword', { hasText: /^const$/ }).waitFor();
  expect(loaded).toContainEqual(expect.stringMatching(/\/assets\/highlighting-[^/]+\.js$/));
});
