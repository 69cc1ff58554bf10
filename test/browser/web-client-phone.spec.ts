import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { newFriends } from '../support/friends.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { smallTargets } from '../support/touch-targets.js';
import { WebClient } from '../support/web-client.js';

const phone = (width: number) => ({ viewport: { width, height: 640 }, isMobile: true, hasTouch: true });

let parley: Service;
let browser: Browser;
let alice: TestUser;
let device: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  const friends = await newFriends(parley);
  ({ alice, device } = friends);
  const room_id = friends.room.id;
  let last = 0;
  for (let at = 1; at <= 20; at += 1) {
    ({ seq: last } = (await device.request('message.send', { room_id, content: `Message ${String(at)}` })).data);
  }
  // The room opens at the newest message: at the first unread one it would move after a touch that comes early.
  const other = await alice.connect();
  await other.request('message.read', { room_id, up_to_seq: last });
  await other.close();
});
afterEach(() => device.close());
afterEach(() => browser.closeAll());

/** The names of the actions that cannot be touched where they are, or show no words. */
const hiddenActions = ({ page }: WebClient): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.actions button')]
    .filter((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const isReached = button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      return !isReached || !getComputedStyle(button, '::after').content.includes(button.ariaLabel);
    })
    .map((button) => button.ariaLabel)`);

it.each([375, 320])('the newest message shows all its actions with words, %i pixels wide', async (width) => {
  const client = await WebClient.open(browser, parley, alice, phone(width));
  await client.room('Friends').tap();
  await client.expectText('Message 20');
  await client.message('Message 20').tap();
  const actions = client.page.getByRole('toolbar', { name: 'Message actions' });
  await actions.waitFor();
  // The history may still move, and the actions with it in the next frame.
  await expect.poll(() => hiddenActions(client)).toEqual([]);
  expect(await client.isInView(client.message('Message 20').locator('.bubble'))).toBe(true);
  expect(await smallTargets(client.page, '.actions')).toEqual([]);
  await client.expectAccessible(browser, `web-client-phone-actions-${String(width)}`);
  await actions.getByRole('button', { name: 'React' }).tap();
  await browser.screenshot(client.page, `web-client-phone-reactions-${String(width)}`);
  await actions.getByRole('button', { name: 'Thumbs up' }).tap();
  await client.message('Message 20').locator('xpath=..').getByText('👍').first().waitFor();
});

it('the actions stay within reach when a keyboard takes half of the screen', async () => {
  const client = await WebClient.open(browser, parley, alice, phone(320));
  await client.room('Friends').tap();
  await client.expectText('Message 20');
  await client.message('Message 20').tap();
  await client.page.getByRole('toolbar', { name: 'Message actions' }).waitFor();
  await client.page.setViewportSize({ width: 320, height: 360 });
  await expect.poll(() => hiddenActions(client)).toEqual([]);
});

it('the button Back of the browser closes the topmost dialog, and then leaves the room', async () => {
  const client = await WebClient.open(browser, parley, alice, phone(375));
  const { page } = client;
  await client.room('Friends').tap();
  await client.expectText('Message 20');
  await client.button(/^Room settings/).tap();
  await client.dialog.getByRole('button', { name: 'bob Tester', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Profile' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Profile' }).waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Room settings' }).waitFor();
  await page.goBack();
  await client.dialog.waitFor({ state: 'detached' });
  await client.expectText('Message 20');
  // A dialog that is closed by itself leaves nothing to go back to.
  await client.choose('More', 'Pinned messages');
  await client.dialog.getByRole('button', { name: 'Close' }).tap();
  await client.dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await client.room('Friends').waitFor();
});
