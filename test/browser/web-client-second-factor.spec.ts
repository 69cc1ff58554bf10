import type pg from 'pg';

import { password } from '../servers/template.js';
import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { connected } from '../support/database.js';
import { logIn, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { codeOf, enrol, forgetSteps, recoveryCodes } from '../support/second-factor.js';
import { Service } from '../support/service.js';
import { WebClient } from '../support/web-client.js';

let parley: Service;
let browser: Browser;
let database: pg.Client;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([Service.start({ REQUIRE_TOTP: 'moderators' }), Browser.shared()]);
  database = await connected(parley.serviceData);
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
});
afterAll(async () => {
  await database.end();
  await parley.stop();
});
afterEach(() => browser.closeAll());

/** As after five minutes. */
const grownOld = ({ id }: TestUser): Promise<unknown> =>
  database.query(`UPDATE refresh_tokens SET authenticated_at = now() - interval '301 seconds' WHERE user_id = $1`, [
    id,
  ]);

/** Gives a wrong password and the right one in the dialog that asks for it. */
async function isProven(page: Pick<WebClient, 'page'>): Promise<void> {
  const dialog = page.page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Password', { exact: true }).fill('a wrong one');
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await dialog.getByText('The password is wrong.').waitFor();
  await browser.screenshot(page.page, 'reauthentication');
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

it('a user turns the second factor on, logs in with a code and with a recovery code, and turns it off', async () => {
  browser.ignoreError(/status of 40[03]/);
  browser.ignoreError(/status of 401/);
  const page = await WebClient.open(browser, parley, alice);
  await grownOld(alice);
  await page.button('Settings').press('Enter');
  const section = page.page.getByRole('region', { name: 'Second factor' });
  await section.getByRole('button', { name: 'Turn on' }).press('Enter');
  await isProven(page);
  await section.locator('.qr-code path').waitFor();
  await page.expectAccessible(browser, 'web-client-second-factor-enrolment');
  const secret = await enrol(page);
  await page.expectAccessible(browser, 'web-client-second-factor-recovery-codes');
  const [recovery] = await recoveryCodes(page);
  await section.getByRole('button', { name: 'Close' }).press('Enter');
  await section.getByText('Recovery codes left: 10').waitFor();
  await forgetSteps(database, alice.id);

  const phone = await WebClient.visit(browser, parley, { viewport: { width: 390, height: 780 } });
  await phone.logIn(alice.username);
  await phone.button('Cancel').press('Enter');
  await phone.logIn(alice.username);
  const code = phone.page.getByLabel('Code');
  await code.fill('000000');
  await code.press('Enter');
  await phone.page.getByRole('alert').getByText('The code is wrong, or was used before.').waitFor();
  await phone.expectAccessible(browser, 'web-client-second-factor-code');
  await expect(phone.overflows()).resolves.toEqual([]);
  await code.fill(codeOf(secret));
  await code.press('Enter');
  await phone.isIn();

  const laptop = await WebClient.visit(browser, parley);
  await laptop.logIn(alice.username);
  await laptop.page.getByLabel('Code').fill(recovery!.toUpperCase());
  await laptop.page.getByLabel('Code').press('Enter');
  await laptop.isIn();

  await forgetSteps(database, alice.id);
  await section.getByRole('button', { name: 'Turn off' }).press('Enter');
  await section.getByLabel('Code').fill(codeOf(secret));
  await section.getByLabel('Code').press('Enter');
  await section.getByRole('button', { name: 'Turn on' }).waitFor();
});

it('a moderator enrols a second factor at the log-in, and a code is required from then on', async () => {
  browser.ignoreError(/status of 40[13]/);
  await parley.parley('users', 'set-role', bob.username, 'moderator');
  const page = await WebClient.visit(browser, parley);
  await page.logIn(bob.username);
  const secret = await enrol(page);
  await page.expectAccessible(browser, 'web-client-second-factor-required');
  await page.page.getByRole('button', { name: 'Close' }).press('Enter');
  await page.isIn();
  await forgetSteps(database, bob.id);

  const again = await WebClient.visit(browser, parley);
  await again.logIn(bob.username);
  await again.page.getByLabel('Code').fill(codeOf(secret));
  await again.page.getByLabel('Code').press('Enter');
  await again.isIn();
});

it('a moderator does so at the log-in of the administration page too', async () => {
  browser.ignoreError(/status of 40[13]/);
  await parley.parley('users', 'set-role', carol.username, 'moderator');
  const page = await AdminPage.visit(browser, parley);
  await page.logIn(carol.username);
  const secret = await enrol(page);
  await browser.screenshot(page.page, 'admin-second-factor-required');
  await expect(page.faults()).resolves.toEqual([]);
  await page.button('Close').press('Enter');
  await page.heading('Overview').waitFor();
  await forgetSteps(database, carol.id);

  const again = await AdminPage.visit(browser, parley, 'users');
  await again.logIn(carol.username);
  await again.page.getByLabel('Code').fill(codeOf(secret));
  await again.page.getByLabel('Code').press('Enter');
  await again.heading('Users').waitFor();
});

it('an administrator gives a code again before an act of lasting power', async () => {
  browser.ignoreError(/status of 40[13]/);
  const { dave, erin } = await users(parley, 'dave', 'erin');
  const page = await AdminPage.visit(browser, parley, `users/${erin.username}`);
  await parley.parley('users', 'set-role', dave.username, 'admin');
  await page.logIn(dave.username);
  const secret = await enrol(page);
  await page.button('Close').press('Enter');
  await page.heading(erin.username).waitFor();
  await Promise.all([grownOld(dave), forgetSteps(database, dave.id)]);
  await page.button('Set password').press('Enter');
  await page.dialog.getByLabel('Password', { exact: true }).fill('four purple walruses');
  await page.dialog.getByRole('button', { name: 'Set password', exact: true }).press('Enter');
  const dialog = page.page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Code').fill(codeOf(secret));
  await browser.screenshot(page.page, 'admin-reauthentication');
  await dialog.getByLabel('Code').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.dialog.waitFor({ state: 'detached' });
  await expect(logIn(parley, erin.username, 'four purple walruses')).resolves.toMatchObject({ id: erin.id });
});
