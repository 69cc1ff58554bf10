import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { smallTargets } from '../support/touch-targets.js';

const PARTS = [
  'Overview',
  'Reports',
  'Held messages',
  'Rooms',
  'Files',
  'Message delivery',
  'Figures',
  'Webhooks',
  'Push notifications',
  'API keys',
  'Settings',
  'Audit log',
];
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** A link without a class is a name in a row, and as high as its line (WCAG 2.5.8). */
const LINK_IN_TEXT = 'A.,';

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  await parley.parley('users', 'set-role', alice.username, 'admin');
});
afterEach(() => browser.closeAll());

/** Nothing is wider than the phone, and what can be touched is large enough. */
async function expectFits(admin: AdminPage, name: string, targets = '.acts, form'): Promise<void> {
  await browser.screenshot(admin.page, `admin-phone-${name}`);
  expect(await admin.page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.viewport.width);
  expect(await admin.overflows()).toEqual([]);
  const small = await smallTargets(admin.page, targets);
  expect(small.filter((target) => !target.startsWith(LINK_IN_TEXT))).toEqual([]);
  expect(await admin.faults()).toEqual([]);
}

it('many filters are behind a button', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'audit', PHONE);
  const filters = admin.page.getByRole('search', { name: 'Find entries of the audit log' });
  await admin.button('Filters').waitFor();
  expect(await filters.isVisible()).toBe(false);
  await expectFits(admin, 'audit-folded');
  await admin.button('Filters').tap();
  await filters.getByLabel('Action').fill('users.');
  await expectFits(admin, 'audit-filters');
  await filters.getByRole('button', { name: 'Find' }).tap();
  await admin.button('Filters (1)').waitFor();
});

it('the navigation is behind a button', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'users', PHONE);
  await admin.heading('Users').waitFor();
  expect(await admin.navigation.isVisible()).toBe(false);
  await expectFits(admin, 'users');
  await admin.button('Menu').tap();
  await admin.navigation.waitFor();
  expect(await admin.faults()).toEqual([]);
  await browser.screenshot(admin.page, 'admin-phone-menu');
  await admin.navigation.getByRole('link', { name: 'Users' }).tap();
  await admin.navigation.waitFor({ state: 'hidden' });
});

it.each(['ltr', 'rtl'])('the page of a user fits on a phone, %s', async (direction) => {
  const admin = await AdminPage.open(browser, parley, alice, `users/${bob.username}`, PHONE);
  await admin.fact('Role').waitFor();
  await admin.page.evaluate(`document.documentElement.dir = '${direction}'`);
  await expectFits(admin, `user-${direction}`);
  await admin.button('Set password').tap();
  await admin.dialog.waitFor();
  await browser.screenshot(admin.page, `admin-phone-password-${direction}`);
  expect(await smallTargets(admin.page, 'dialog[open]')).toEqual([]);
  expect(await admin.faults()).toEqual([]);
});

it('every other part fits on a phone', async () => {
  const admin = await AdminPage.open(browser, parley, alice, 'users', PHONE);
  for (const part of PARTS) {
    await admin.button('Menu').tap();
    await admin.goTo(part);
    if (part === 'Figures') await admin.page.locator('.tile summary').first().waitFor();
    await expectFits(admin, part.toLowerCase().replace(' ', '-'), 'main');
  }
});
