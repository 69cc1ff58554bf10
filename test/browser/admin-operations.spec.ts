import { readFileSync } from 'node:fs';

import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

let parley: Service;
let browser: Browser;
let alice: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  ({ alice } = await users(parley, 'alice'));
  await parley.parley('users', 'set-role', alice.username, 'admin');
});
afterEach(() => browser.closeAll());

it('the audit log is filtered, verified, and saved as CSV and JSON lines', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'audit');
  await admin.page.getByLabel('User name').fill(alice.username);
  await admin.page.getByLabel('Action').fill('users.');
  await admin.button('Find').press('Enter');
  await admin.row('users.set_role').first().waitFor();
  await admin.expectAccessible(browser, 'audit');
  const saved = async (label: string): Promise<string> => {
    const [download] = await Promise.all([admin.page.waitForEvent('download'), admin.button(label).press('Enter')]);
    return readFileSync(await download.path(), 'utf8');
  };
  await expect(saved('Save as CSV')).resolves.toMatch(/users\.set_role/);
  const [line = ''] = (await saved('Save as JSON lines')).split('\n');
  expect(JSON.parse(line)).toMatchObject({ action: 'users.set_role' });
  await admin.button('Verify the chain').press('Enter');
  await admin.says(/^The chain holds: \d+ entr/);
});

it('the audit log has one line for an entry, with names, and its fields stand beside each other', async () => {
  const device = await alice.connect();
  const { data: room } = await device.request('room.create', { type: 'GroupChat', name: 'Case files' });
  await device.close();
  await parley.parley('rooms', 'hold', room.id);
  const wide = { viewport: { width: 1440, height: 900 } };
  const admin = await AdminPage.open(browser, parley, alice, `audit?room_id=${room.id}`, wide);
  const row = admin.row('rooms.hold').first();
  await row.getByRole('link', { name: 'Case files' }).waitFor();
  await row.getByText('An operator', { exact: true }).waitFor();
  expect((await row.boundingBox())!.height).toBeLessThan(60);
  const [find, until, action, user] = await Promise.all(
    [
      admin.button('Find'),
      admin.page.getByLabel('Until'),
      admin.page.getByLabel('Action'),
      admin.page.getByLabel('User name'),
    ].map(async (element) => (await element.boundingBox())!),
  );
  expect(find!.x >= until!.x + until!.width || find!.y >= until!.y + until!.height).toBe(true);
  expect(action!.y).toBe(user!.y);
  await browser.screenshot(admin.page, 'admin-audit-wide');
});

it('a webhook is created with a secret that is shown once, tested, disabled and deleted', async () => {
  const url = `https://hooks.example/${alice.username}`;
  const admin = await AdminPage.open(browser, parley, alice, 'webhooks');
  await admin.button('New webhook').press('Enter');
  await admin.dialog.getByLabel('URL').fill(url);
  await admin.dialog.getByLabel('message.created').check();
  await admin.expectAccessible(browser, 'new-webhook');
  await admin.dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await admin.dialog.getByText('whsec_').waitFor();
  await admin.expectAccessible(browser, 'webhook-secret');
  await admin.dialog.getByRole('button', { name: 'Copy' }).press('Enter');
  await admin.says('Copied.');
  await admin.page.keyboard.press('Escape');
  await admin.row(url).waitFor();
  await admin.button(`Test: ${url}`).press('Enter');
  await admin.says('A test delivery is on its way.');
  await admin.button(`Disable: ${url}`).press('Enter');
  await admin.button(`Enable: ${url}`).waitFor();
  await admin.expectAccessible(browser, 'webhooks');
  await admin.row(url).getByRole('link', { name: 'Deliveries' }).click();
  await admin.row('ping').waitFor();
  await admin.expectAccessible(browser, 'deliveries');
  await admin
    .row('ping')
    .getByRole('button', { name: /^Send again/ })
    .press('Enter');
  await admin.says(/^1 delivery is sent again|^0 deliveries are sent again/);
  await admin.load('webhooks');
  await admin.button(`Delete: ${url}`).press('Enter');
  await admin.confirm('Delete');
  await admin.row(url).waitFor({ state: 'detached' });
});

it('an API key is created, shown once, and revoked', async () => {
  const name = `Key of ${alice.username}`;
  const admin = await AdminPage.open(browser, parley, alice, 'keys');
  await admin.button('New API key').press('Enter');
  await admin.dialog.getByLabel('Name', { exact: true }).fill(name);
  await admin.dialog.getByLabel('rooms:read').check();
  await admin.dialog.getByLabel('Acts for the user').fill(alice.username);
  await admin.dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await admin.dialog.getByText('It is not shown again.').waitFor();
  await admin.page.keyboard.press('Escape');
  await admin.row(name).waitFor();
  await admin.expectAccessible(browser, 'keys');
  await admin.button(`Revoke ${name}`).press('Enter');
  await admin.confirm('Revoke');
  await admin.row(name).getByText('Revoked').first().waitFor();
});

it('push notifications and files are listed', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'pushes');
  await admin.button('Send a test').waitFor();
  await admin.expectAccessible(browser, 'pushes');
  await admin.goTo('Files');
  await admin.button('Remove unneeded bytes').press('Enter');
  await admin.dialog.getByText('Stored objects without a file').waitFor();
  await admin.expectAccessible(browser, 'files');
});

it('mails are listed, and the page says that none are sent here', async () => {
  browser.ignoreError(/409 \(/);
  const admin = await AdminPage.open(browser, parley, alice, 'mails');
  await admin.button('Send a test mail').press('Enter');
  await admin.dialog.getByLabel('Address').fill('ops@example.com');
  await admin.dialog.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await admin.dialog.getByText('SMTP_URL is not set', { exact: false }).waitFor();
  await admin.page.keyboard.press('Escape');
  await admin.page.getByText('There are no such mails of the last seven days.').waitFor();
  await admin.expectAccessible(browser, 'mails');
});

it('the figures are plotted, and the same is in tables', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'figures');
  const tile = admin.page.getByRole('region', { name: 'Open connections', exact: true });
  await tile.getByRole('img', { name: /^Open connections: the last hour/ }).waitFor();
  await tile.locator('summary').press('Enter');
  await tile.getByRole('table').waitFor();
  await admin.page.getByRole('region', { name: 'Deployment' }).getByText('Size of the database').waitFor();
  await admin.expectAccessible(browser, 'figures');
});
