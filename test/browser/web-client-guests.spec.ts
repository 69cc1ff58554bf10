import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { sendMessage } from '../support/messaging.js';
import { users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';
import { WebClient } from '../support/web-client.js';

const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let leader: ChatClient;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
/** Alice's group with Bob, who is a guest and has written in it. */
beforeEach(async () => {
  ({ alice, bob } = await users(parley, 'alice', 'bob'));
  leader = await alice.connect();
  const made = { type: 'GroupChat', name: 'Friends', participants: [bob.id] };
  const { data: room } = await leader.request('room.create', made);
  await parley.parley('users', 'kind', bob.username, 'guest');
  const device = await bob.connect();
  await sendMessage(device, room, 'Hello from outside');
  await device.close();
});
afterEach(async () => {
  await leader.close();
  await browser.closeAll();
});

it('a guest is marked beside its messages, in the list of members and in its profile', async () => {
  const client = await WebClient.open(browser, parley, alice, PHONE);
  await client.enter('Friends');
  const sender = client.page.locator('.sender').filter({ hasText: 'Guest' });
  await sender.waitFor();
  await browser.screenshot(client.page, 'web-client-guest-message');
  await client.button('Room settings').click();
  const row = client.dialog.getByRole('listitem').filter({ hasText: bob.username });
  await row.getByText('Guest').waitFor();
  await browser.screenshot(client.page, 'web-client-guest-members');
  await row.getByRole('button', { name: /^bob/ }).first().click();
  await client.page.getByRole('dialog', { name: 'Profile' }).getByText('Guest').waitFor();
  await browser.screenshot(client.page, 'web-client-guest-profile');
  await expect(client.faults()).resolves.toEqual([]);
  expect(await client.overflows()).toEqual([]);
});

it('a guest sees no directory, and starts chats only with people of its rooms', async () => {
  const client = await WebClient.open(browser, parley, bob);
  await client.page.getByText('Friends').first().waitFor();
  expect(await client.button('Directory').count()).toBe(0);
  await client.button('New conversation').click();
  await client.dialog.getByLabel('User name').waitFor();
  expect(await client.dialog.getByText('Channel', { exact: true }).count()).toBe(0);
  await browser.screenshot(client.page, 'web-client-guest-new-conversation');
  await client.dialog.getByLabel('User name').fill(alice.username);
  await client.dialog.getByRole('button', { name: 'Create' }).click();
  await client.page
    .getByRole('heading', { name: 'alice Tester' })
    .or(client.page.getByText('alice Tester'))
    .first()
    .waitFor();
  await expect(client.faults()).resolves.toEqual([]);
});
