import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
});
afterEach(() => browser.closeAll());

const error = (dialog: Locator, text: string): Locator => dialog.getByRole('alert').filter({ hasText: text });

/** Bob asks to join a group of Alice, which she learns from a toast. */
async function asksToJoin(): Promise<{ roomId: string; ask: () => Promise<void> }> {
  const [device, bobs] = [await alice.connect(), await bob.connect()];
  const { data: room } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Readers',
    extra_fields: { join_approval_required: true },
  });
  await device.close();
  const ask = async (): Promise<void> => {
    await bobs.request('room.join', { room_id: room.id });
    await bobs.close();
  };
  return { roomId: room.id, ask };
}

it('an unknown user name is refused beside its field', async () => {
  const page = await WebClient.open(browser, parley, alice);
  await page.button('New conversation').click();
  const field = page.dialog.getByLabel('User name');
  await field.fill('nobody-here');
  await field.press('Enter');
  await error(page.dialog, 'There is no user with the name “nobody-here”.').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  expect(await page.page.locator('.toast').count()).toBe(0);
  expect(await page.faults()).toEqual([]);
  await browser.screenshot(page.page, 'web-client-unknown-user');
});

it('the error of an action in a dialog is shown in the dialog, until the user changes the form', async () => {
  const bobs = await bob.connect();
  await bobs.request('user.update', { add_policy: 'nobody' });
  await bobs.close();
  const page = await WebClient.open(browser, parley, alice);
  await page.button('New conversation').click();
  await page.dialog.getByLabel('User name').fill(bob.username);
  await page.dialog.getByRole('button', { name: 'Create' }).click();
  const refusal = error(page.dialog, 'This user does not accept new chats from you.');
  await refusal.waitFor();
  expect(await page.faults()).toEqual([]);
  await browser.screenshot(page.page, 'web-client-refused');
  await page.dialog.getByLabel('User name').fill('bo');
  await refusal.waitFor({ state: 'detached' });
});

it('a value that the service refuses has its error beside the field', async () => {
  const page = await WebClient.open(browser, parley, alice);
  await page.button('Settings').click();
  await page.dialog.getByLabel('First name').fill('Al\tice');
  await page.dialog.getByRole('button', { name: 'Save profile' }).click();
  await page.dialog.locator('.field').filter({ hasText: 'First name' }).getByRole('alert').waitFor();
  await page.dialog.getByLabel('First name').fill('Alice');
  await page.dialog.getByRole('button', { name: 'Save profile' }).click();
  await page.dialog.getByRole('status').getByText('Your profile is saved.').waitFor();
  await expect(page.dialog.locator('.field').getByRole('alert').count()).resolves.toBe(0);
});

it('a toast that comes while a dialog is open is in the dialog, and can be dismissed there', async () => {
  const { ask } = await asksToJoin();
  const page = await WebClient.open(browser, parley, alice);
  await page.keepToasts();
  await page.button('New conversation').click();
  await ask();
  const toast = page.dialog.getByRole('status').getByText('bob Tester asks to join.');
  await toast.waitFor();
  expect(await page.faults()).toEqual([]);
  await browser.screenshot(page.page, 'web-client-toast-in-dialog');
  await page.dialog.getByRole('button', { name: 'Dismiss' }).click();
  await toast.waitFor({ state: 'detached' });
});

it.each([
  ['desktop', { width: 1200, height: 760 }],
  ['phone', { width: 360, height: 740 }],
] as const)('a toast does not cover the composer: %s', async (name, viewport) => {
  const { ask } = await asksToJoin();
  const page = await WebClient.open(browser, parley, alice, { viewport });
  await page.keepToasts();
  await page.enter('Readers');
  await ask();
  const toast = page.page.getByRole('status').locator('.toast');
  await toast.waitFor();
  await browser.screenshot(page.page, `web-client-toast-${name}`);
  const [shown, composer] = [await toast.boundingBox(), await page.page.locator('.composer').boundingBox()];
  expect(shown!.y + shown!.height).toBeLessThanOrEqual(composer!.y);
});
