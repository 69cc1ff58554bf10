import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const NARROWEST = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  const [device, bobs] = [await alice.connect(), await bob.connect()];
  const room = { type: 'GroupChat', name: 'Garden team', participants: [bob.id] };
  const { data } = await device.request('room.create', room);
  for (let at = 1; at <= 30; at += 1) {
    await bobs.request('message.send', { room_id: data.id, content: `Row ${String(at)} of the beds` });
  }
  await device.request('message.send', { room_id: data.id, content: 'Ok' });
  await device.request('message.send', { room_id: data.id, content: '👨‍👩‍👧‍👦 ❤️ 😀' });
  await Promise.all([device.close(), bobs.close()]);
});
afterEach(() => browser.closeAll());

const boxOf = async (element: Locator): Promise<Box> => (await element.boundingBox())!;

const styleOf = ({ page }: WebClient, selector: string, property: string): Promise<string> =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);

const measured = ({ page }: WebClient, selector: string, property: string): Promise<number> =>
  page.evaluate<number>(`document.querySelector('${selector}').${property}`);

it('the account menu has the theme and the log-out, and is used with the keyboard', async () => {
  const page = await WebClient.open(browser, parley, alice);
  const account = page.button(/Account menu$/);
  await account.press('Enter');
  const item = (name: string): Locator => page.page.getByRole('menu').getByText(name, { exact: true });
  await page.focused(item('Theme: system'));
  await page.page.keyboard.press('ArrowDown');
  await page.focused(item('Theme: light'));
  await page.page.keyboard.press('Escape');
  await item('Log out').waitFor({ state: 'detached' });
  await page.focused(account);
  await account.click();
  await item('Log out').waitFor();
  await browser.screenshot(page.page, 'web-client-account-menu');
  expect(await page.faults()).toEqual([]);
  await page.page.mouse.click(900, 300);
  await item('Log out').waitFor({ state: 'detached' });
  await page.rooms.getByText('Garden team').waitFor();
  await page.logOut();
  await page.button('Log in').waitFor();
});

describe.each([
  ['light', 'ltr'],
  ['dark', 'rtl'],
] as const)('a narrow phone in the %s theme, %s', (colorScheme, direction) => {
  it('shows the name of the room, and what is written in one line with its buttons', async () => {
    const page = await WebClient.open(browser, parley, alice, { ...NARROWEST, colorScheme });
    await page.setDirection(direction);
    await page.room('Garden team').tap();
    await page.expectText('Ok');
    const name = page.page.getByRole('heading', { name: 'Garden team', level: 1 });
    expect(await name.isVisible()).toBe(true);
    expect(await measured(page, '.head h1', 'scrollWidth')).toBeLessThanOrEqual(
      await measured(page, '.head h1', 'clientWidth'),
    );
    const [field, send] = [await boxOf(page.composer), await boxOf(page.button('Send'))];
    expect(field.width).toBeGreaterThan(150);
    expect(Math.abs(field.y + field.height / 2 - send.y - send.height / 2)).toBeLessThan(5);
    await browser.screenshot(page.page, `web-client-narrow-${colorScheme}`);
    await page.button('Add to the message').tap();
    await page.page.getByRole('menuitem', { name: 'Attach files' }).waitFor();
    await browser.screenshot(page.page, `web-client-narrow-add-${colorScheme}`);
    expect(await page.faults()).toEqual([]);
    await page.page.keyboard.press('Escape');
    await page.button('More').tap();
    await browser.screenshot(page.page, `web-client-narrow-more-${colorScheme}`);
    expect(await page.faults()).toEqual([]);
    await page.page.getByRole('menuitem', { name: 'Pinned messages' }).tap();
    await page.dialog.getByText('No pinned messages.').waitFor();
  });

  it('a wide window shows the actions at their message, the day above all messages, and emojis large', async () => {
    const page = await WebClient.open(browser, parley, alice, { colorScheme });
    await page.setDirection(direction);
    await page.enter('Garden team');
    await page.message('Ok').focus();
    const actions = page.history.getByRole('toolbar');
    for (const text of ['Ok', 'Row 30 of the beds']) {
      await page.message(text).focus();
      const [bar, message, line] = [
        await boxOf(actions),
        await boxOf(page.message(text).locator('.bubble')),
        await boxOf(page.history.locator('.lines')),
      ];
      const gap = Math.max(message.x - bar.x - bar.width, bar.x - message.x - message.width);
      expect(gap).toBeGreaterThanOrEqual(-1);
      expect(gap).toBeLessThan(16);
      expect(bar.x).toBeGreaterThanOrEqual(line.x - 1);
      expect(bar.x + bar.width).toBeLessThanOrEqual(line.x + line.width + 1);
      await browser.screenshot(page.page, `web-client-actions-${text.slice(0, 3).trim()}-${colorScheme}`);
    }
    expect(Number.parseFloat(await styleOf(page, '.is-emojis', 'fontSize'))).toBeGreaterThan(30);
    await page.page.evaluate("document.querySelector('.history').scrollTop -= 150");
    const day = page.history.locator('.day').last();
    const [band, lines] = [await boxOf(day), await boxOf(page.history.locator('.lines'))];
    expect(band.width).toBeGreaterThanOrEqual(lines.width - 1);
    expect(await styleOf(page, '.day', 'backgroundColor')).not.toMatch(/0\)$/);
    await browser.screenshot(page.page, `web-client-day-${colorScheme}`);
  });
});

it('the field grows with a long text to a part of the window', async () => {
  const page = await WebClient.open(browser, parley, alice, { viewport: { width: 1000, height: 800 } });
  await page.enter('Garden team');
  await page.composer.fill(Array.from({ length: 40 }, (_, at) => `Line ${String(at)}`).join('\n'));
  const { height } = await boxOf(page.composer);
  expect(height).toBeGreaterThan(280);
  expect(height).toBeLessThanOrEqual(320);
  await browser.screenshot(page.page, 'web-client-long-text');
});
