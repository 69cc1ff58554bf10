import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import { Service } from '../support/service.js';

let parley: Service;
let browser: Browser;
let people: Record<'alice' | 'bob', TestUser>;

beforeAll(async () => {
  [parley, browser] = await Promise.all([Service.start(), Browser.shared()]);
  people = await users(parley, 'alice', 'bob');
  await parley.parley('users', 'set-role', people.alice.username, 'admin');
});
afterEach(() => browser.closeAll());
afterAll(() => parley.stop());

it('an administrator begins at the overview, with what needs attention and what to do', async () => {
  const device = await people.bob.connect();
  await device.request('message.report', { user_id: people.alice.id, reason: 'abuse', comment: 'She bans everybody' });
  await device.close();
  const admin = await AdminPage.open(browser, parley, people.alice);
  await admin.heading('Overview').waitFor();
  await admin.page.getByRole('region', { name: '1 report about you' }).waitFor();
  const warnings = admin.page.getByRole('region', { name: 'What needs attention' });
  await warnings.getByText('There is no second administrator.').waitFor();
  await warnings.getByText(/Set PUBLIC_URL/).waitFor();
  await admin.fact('Redis').getByText('Not used').waitFor();
  await admin.fact('Open reports').getByText('0').waitFor();
  await admin.fact('Version').waitFor();
  expect(await admin.page.getByText('She bans everybody').count()).toBe(0);
  await admin.expectAccessible(browser, 'overview');
  await warnings.getByRole('listitem').filter({ hasText: 'second administrator' }).getByRole('link').click();
  await admin.heading('Users').waitFor();
});

it('the overview fits on a phone', async () => {
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
  const admin = await AdminPage.open(browser, parley, people.alice, '', phone);
  await admin.page.getByRole('region', { name: 'What needs attention' }).waitFor();
  await browser.screenshot(admin.page, 'admin-overview-phone');
  expect(await admin.overflows()).toEqual([]);
});
