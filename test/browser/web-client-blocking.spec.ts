import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
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
let carol: TestUser;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
});
afterEach(() => browser.closeAll());

it('a user whom the other one of a chat blocks learns it with the first key, and writes on after the end of the block', async () => {
  browser.ignoreError(/4002/);
  const bobs = await bob.connect();
  await bobs.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  const page = await WebClient.open(browser, parley, alice);
  await page.enter('bob Tester');
  await bobs.request('user.block', { user_id: alice.id, blocked: true });
  await page.composer.pressSequentially('Hello');
  await page.page.getByText('You cannot write to bob Tester at the moment.').waitFor();
  expect(await page.button('Send').isDisabled()).toBe(true);
  await expect(page.faults()).resolves.toEqual([]);
  await browser.screenshot(page.page, 'web-client-closed-chat');
  await bobs.request('user.block', { user_id: alice.id, blocked: false });
  await eventually(async () => {
    await page.composer.pressSequentially('!');
    return (await page.page.getByText('You cannot write').count()) === 0;
  });
  await page.composer.press('Enter');
  await page.message(/^Hello!+$/).waitFor();
  await bobs.close();
});

it('a user blocks another one in a profile, on all devices, and ends that in the settings', async () => {
  const bobs = await bob.connect();
  const { data: chat } = await bobs.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  await bobs.request('message.send', { room_id: chat.id, content: 'Answer me!' });
  const laptop = await WebClient.open(browser, parley, alice);
  const phone = await WebClient.open(browser, parley, alice, PHONE);
  await phone.enter('bob Tester');
  await laptop.enter('bob Tester');
  await phone.composer.waitFor();

  await laptop.button('bob Tester').first().click();
  await laptop.dialog.getByRole('button', { name: 'Block bob Tester' }).click();
  const question = laptop.page.getByRole('dialog', { name: 'Block bob Tester?' });
  await question.waitFor();
  expect(await laptop.overflows()).toEqual([]);
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-block-question');
  await question.getByRole('button', { name: 'Block', exact: true }).click();
  await laptop.dialog.getByText('You have blocked bob Tester.').waitFor();
  await expect(laptop.dialog.getByRole('button', { name: 'Message' }).count()).resolves.toBe(0);
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-blocked-profile');

  await phone.page.getByText('You have blocked bob Tester.').waitFor();
  await expect(phone.composer.count()).resolves.toBe(0);
  await phone.expectText('Answer me!');
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await browser.screenshot(phone.page, 'web-client-blocked-phone');
  await phone.page.reload();
  await phone.page.getByText('You have blocked bob Tester.').waitFor();
  await phone.button('Back to rooms').click();
  await phone.button('Settings').click();
  const list = phone.dialog.getByRole('region', { name: 'Blocked users' });
  await list.scrollIntoViewIfNeeded();
  await expect(phone.faults()).resolves.toEqual([]);
  await browser.screenshot(phone.page, 'web-client-blocked-users-phone');
  await phone.setDirection('rtl');
  await browser.screenshot(phone.page, 'web-client-blocked-users-phone-rtl');
  await list.getByRole('button', { name: 'Unblock bob Tester' }).click();
  await list.getByText('You have not blocked anybody.').waitFor();

  await laptop.dialog.getByRole('button', { name: 'Close' }).last().click();
  await laptop.send('Sorry, a mistake');
  await bobs.receive('message.dispatch', ({ data }) => data.content === 'Sorry, a mistake');
  await bobs.close();
});

it('a direct message with a blocked user has a button in place of the composer', async () => {
  const bobs = await bob.connect();
  await bobs.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  const alices = await WebClient.open(browser, parley, alice);
  await alices.enter('bob Tester');
  await alices.button('Room settings').click();
  await alices.dialog.getByRole('button', { name: 'Block bob Tester' }).click();
  await alices.button('Block').click();
  await alices.dialog.getByRole('button', { name: 'Unblock bob Tester' }).waitFor();
  await alices.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(alices.composer.count()).resolves.toBe(0);
  await alices.button('Unblock bob Tester').click();
  await alices.composer.waitFor();
  await bobs.close();
});

it('messages of a blocked user are collapsed in a group, count as unread, and can be shown one by one', async () => {
  const [alices, bobs, carols] = [await alice.connect(), await bob.connect(), await carol.connect()];
  const { data: room } = await carols.request('room.create', {
    type: 'GroupChat',
    name: 'Friends',
    participants: [alice.id, bob.id],
  });
  await alices.request('user.block', { user_id: bob.id, blocked: true });
  const laptop = await WebClient.open(browser, parley, alice);
  const send = (from: typeof bobs, content: string, more: object = {}) =>
    from.request('message.send', { room_id: room.id, content, ...more });
  await send(carols, 'Hello all');
  const { data: first } = await send(bobs, 'Something unwanted');
  await send(bobs, 'Another one');
  const row = laptop.room(/Friends/);
  await row.getByText('Message from a blocked user').waitFor();
  await row.getByText('3 unread').waitFor();
  await laptop.enter('Friends');
  await send(carols, 'An answer', { extra_fields: { parent_message_id: first.id } });
  await laptop.history
    .getByRole('article')
    .filter({ hasText: 'An answer' })
    .getByText('Message from a blocked user')
    .waitFor();
  const collapsed = laptop.history.getByRole('article', { name: 'Message from a blocked user' });
  await expect.poll(() => collapsed.count()).toBe(2);
  await expect(laptop.page.getByText('unwanted').count()).resolves.toBe(0);
  await expect(laptop.faults()).resolves.toEqual([]);
  await browser.screenshot(laptop.page, 'web-client-blocked-in-group');
  await collapsed.first().getByRole('button', { name: 'Show' }).click();
  await laptop.expectText('Something unwanted');
  await laptop.focused(laptop.message('Something unwanted'));
  await expect.poll(() => collapsed.count()).toBe(1);

  const phone = await WebClient.open(browser, parley, alice, PHONE);
  await phone.enter('Friends');
  await collapsed.first().waitFor();
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await phone.setDirection('rtl');
  await browser.screenshot(phone.page, 'web-client-blocked-in-group-phone-rtl');

  await alices.request('user.block', { user_id: bob.id, blocked: false });
  await laptop.expectText('Another one');
  await expect.poll(() => collapsed.count()).toBe(0);
  await Promise.all([alices.close(), bobs.close(), carols.close()]);
});
