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

it('a user sets names and a status, which the other user of a chat sees at once', async () => {
  const device = await bob.connect();
  await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await device.close();
  const [alices, bobs] = [await WebClient.open(browser, parley, alice), await WebClient.open(browser, parley, bob)];
  await bobs.rooms.getByText('alice Tester').click();
  await bobs.page.getByRole('heading', { name: 'alice Tester', level: 1 }).waitFor();

  await alices.button('Settings').click();
  await alices.dialog.getByLabel('First name').fill('Alicia');
  await alices.dialog.getByLabel('Status', { exact: true }).fill('In a meeting');
  await alices.dialog.getByLabel('Emoji of the status').fill('📅');
  await alices.dialog.getByLabel('Show the status').selectOption('For an hour');
  await expect(alices.faults()).resolves.toEqual([]);
  await alices.dialog.getByRole('button', { name: 'Save profile' }).click();

  await bobs.page.getByRole('heading', { name: 'Alicia Tester', level: 1 }).waitFor();
  await bobs.page.locator('.head').getByText('📅 In a meeting').waitFor();
  await bobs.page.reload();
  await bobs.page.locator('.head').getByText('📅 In a meeting').waitFor();
  await expect(bobs.faults()).resolves.toEqual([]);
});

it('a changed name is that of suggestions, of members and of searches at once', async () => {
  const device = await bob.connect();
  await device.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await device.request('room.create', { type: 'GroupChat', name: 'Friends', participants: [alice.id] });
  const page = await WebClient.open(browser, parley, alice);
  await page.enter('Friends');
  const options = page.page.getByRole('option');
  await page.composer.pressSequentially('@bo');
  await options.getByText('bob Tester').waitFor();
  await device.request('user.update', { first_name: 'Robert', last_name: 'Weaver' });
  await options.getByText('Robert Weaver').waitFor();
  await page.composer.fill('');
  await page.button('Search messages').click();
  await page.dialog.getByRole('searchbox').fill('from:rob');
  await options.getByText('Robert Weaver').waitFor();
  await page.dialog.getByRole('button', { name: 'Close' }).click();
  await page.button(/^Room settings/).click();
  await page.dialog.getByText('Robert Weaver').waitFor();
  await device.request('user.update', { first_name: 'Bob' });
  await page.dialog.getByText('Bob Weaver').waitFor();
  await device.close();
});

it('a user sees what a public channel is before joining it', async () => {
  const device = await alice.connect();
  const { data: channel } = await device.request('room.create', {
    type: 'Channel',
    name: 'News',
    description: 'All that is new',
    extra_fields: { is_public: true },
  });
  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.page.goto(`${parley.url}/#/rooms/${channel.id}`);
  await bobs.page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
  await bobs.page.getByText('All that is new').waitFor();
  await bobs.page.getByText('Channel · 1 member').waitFor();
  await expect(bobs.faults()).resolves.toEqual([]);
  await bobs.button('Join').click();
  await device.receive('roomaddmembers.dispatch');
  await device.close();
});
