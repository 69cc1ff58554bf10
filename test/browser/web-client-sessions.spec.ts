import { password } from '../servers/template.js';
import { Browser } from '../support/browser.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

const next = 'eleven blue kettles';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let phone: TestUser;
let page: WebClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice } = await users(parley, 'alice'));
  phone = await logIn(parley, alice.username);
  page = await WebClient.visit(browser, parley);
  await page.logIn(alice.username);
  await page.isIn();
  await page.button('Settings').press('Enter');
});
afterEach(() => browser.closeAll());

/** Confirms with the keyboard. */
async function confirm(title: string): Promise<void> {
  const dialog = page.page.getByRole('dialog', { name: title });
  await page.focused(dialog.getByRole('button', { name: 'Cancel' }));
  await dialog.getByRole('button', { name: 'Log out', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

it('a user sees the own sessions, logs out one of them, then all others, and at last this device', async () => {
  const device = await phone.connect();
  const sessions = page.page.getByRole('region', { name: 'Sessions' });
  const rows = sessions.getByRole('listitem');
  await rows.filter({ hasText: 'This device' }).getByText('Chrome on Linux').waitFor();
  await rows.filter({ hasText: 'node' }).getByText('127.0.0.1').waitFor();
  await rows.filter({ hasText: 'Unknown device' }).waitFor();
  await page.expectAccessible(browser, 'web-client-sessions');

  await sessions.getByRole('button', { name: 'Log out node' }).press('Enter');
  await confirm('Log out node');
  await expect(device.closed()).resolves.toEqual({ code: 4001, reason: 'token_revoked' });
  await rows.filter({ hasText: 'node' }).waitFor({ state: 'detached' });

  await sessions.getByRole('button', { name: 'Log out all others' }).press('Enter');
  await confirm('Log out all others');
  await rows.filter({ hasText: 'Unknown device' }).waitFor({ state: 'detached' });
  await expect(rows.count()).resolves.toBe(1);
  await sessions.getByRole('button', { name: 'Log out all others' }).waitFor({ state: 'detached' });

  await sessions.getByRole('button', { name: 'Log out this device' }).press('Enter');
  await confirm('Log out this device');
  await page.button('Log in').waitFor();
});

it('a user changes the password: faults are shown beside their fields, and other devices are logged out', async () => {
  browser.ignoreError(/status of 400 .*\/api\/account\/password\//);
  const form = page.page.getByRole('region', { name: 'Password' });
  const field = (label: string) => form.getByLabel(label, { exact: true });
  const submit = async (old: string, first: string, second: string): Promise<void> => {
    await field('Old password').fill(old);
    await field('New password').fill(first);
    await field('New password again').fill(second);
    await field('New password again').press('Enter');
  };
  const isRefused = async (label: string, reason: string): Promise<void> => {
    await form.getByRole('alert').getByText(reason).waitFor();
    await expect(field(label).getAttribute('aria-invalid')).resolves.toBe('true');
    const note = (await field(label).getAttribute('aria-describedby')) ?? '';
    await expect(page.page.locator(`[id="${note}"]`).textContent()).resolves.toBe(reason);
  };
  const device = await phone.connect();
  await submit(password, next, `${next}!`);
  await isRefused('New password again', 'The two new passwords differ.');
  await submit(password, 'short', 'short');
  await isRefused('New password', 'Ensure this field has at least 8 characters.');
  await submit('a wrong one', next, next);
  await isRefused('Old password', 'The password is wrong.');
  await page.expectAccessible(browser, 'web-client-password');

  await submit(password, next, next);
  await page.page.getByText('Your password is changed.').waitFor();
  await expect(device.closed()).resolves.toEqual({ code: 4001, reason: 'token_revoked' });
  const sessions = page.page.getByRole('region', { name: 'Sessions' });
  await sessions.getByText('node', { exact: true }).waitFor({ state: 'detached' });
  await expect(field('Old password').inputValue()).resolves.toBe('');
  await page.dialog.getByRole('button', { name: 'Close' }).click();
  await page.button('Settings').waitFor();
  await (await logIn(parley, alice.username, next)).connect().then((socket) => socket.close());
});
