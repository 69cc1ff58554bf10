import type { Locator } from 'playwright-core';

import { Browser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
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

/** Creates a room with the dialog, without other members. @returns its link */
async function makes(
  page: WebClient,
  kind: 'Group' | 'Channel',
  name: string,
  rule: string,
  whoWrites?: string,
): Promise<string> {
  await page.button('New conversation').click();
  await page.dialog.getByText(kind, { exact: true }).click();
  await page.dialog.getByLabel('Name', { exact: true }).fill(name);
  await page.dialog.getByRole('switch', { name: rule }).check();
  if (whoWrites !== undefined) {
    await page.dialog.getByRole('group', { name: 'Who may write?' }).getByText(whoWrites).click();
  }
  await page.dialog.getByRole('button', { name: 'Create' }).click();
  await page.page.getByRole('heading', { name, level: 1 }).waitFor();
  return page.page.url();
}

async function settings(page: WebClient): Promise<Locator> {
  await page.button(/^Room settings/).click();
  await page.dialog.getByRole('region', { name: 'Members' }).waitFor();
  return page.dialog;
}

const isOn = (control: Locator): Promise<void> => eventually(() => control.isChecked());

it('a user joins a public channel by its link and can post only with the permission', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  const link = await makes(alices, 'Channel', 'News', 'Public', 'Only moderators');
  await alices.send('It has begun');
  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.button('New conversation').click();
  await bobs.dialog.getByText('By link').click();
  await bobs.dialog.getByRole('textbox', { name: 'Link' }).fill(link);
  await bobs.dialog.getByRole('button', { name: 'Open' }).click();
  await bobs.page.getByText('You are not in this room').waitFor();
  await bobs.button('Join').click();
  await bobs.expectText('It has begun');
  await bobs.page.getByText('Only moderators can post here.').waitFor();

  const dialog = await settings(alices);
  await dialog.getByRole('button', { name: 'Edit bob Tester' }).click();
  await dialog.getByRole('switch', { name: 'Post messages', exact: true }).click();
  await isOn(dialog.getByRole('switch', { name: 'Post messages', exact: true }));
  await bobs.send('Thank you');
  await alices.page.keyboard.press('Escape');
  await alices.expectText('Thank you');
});

it('all members write in a new channel, until its moderators say otherwise', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  const link = await makes(alices, 'Channel', 'Talk', 'Public');
  const bobs = await WebClient.open(browser, { url: link }, bob);
  await bobs.button('Join').click();
  await bobs.send('Good morning');
  await alices.expectText('Good morning');

  const dialog = await settings(alices);
  await dialog.getByRole('group', { name: 'Who may write?' }).getByText('Only moderators').click();
  await bobs.page.getByText('Only moderators can post here.').waitFor();
  await dialog.getByRole('group', { name: 'Who may write?' }).getByText('All members').click();
  await bobs.send('Good evening');
});

it('members have several reactions to a message when an admin says so', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  await makes(alices, 'Group', 'Choir', 'Join by approval');
  await alices.send('Shall we sing?');
  await alices.expectText('Shall we sing?');
  const dialog = await settings(alices);
  const choice = dialog.getByRole('group', { name: 'Reactions of a member to a message' });
  await expect(choice.getByRole('radio', { name: 'One' }).isChecked()).resolves.toBe(true);
  await choice.getByText('Several', { exact: true }).click();
  await expect.poll(() => choice.getByRole('radio', { name: 'Several' }).isChecked()).toBe(true);
  await alices.expectAccessible(browser, 'web-client-reactions-choice');
  await dialog.getByRole('button', { name: 'Close' }).click();
  for (const name of ['Thumbs up', 'Heart']) {
    await alices.act('Shall we sing?', 'React');
    await alices.page.getByRole('toolbar').getByRole('button', { name }).click();
  }
  const shown = alices.history.locator('.reaction');
  await expect.poll(() => shown.count()).toBe(2);
});

it('a user requests to join a group, and an admin declines or approves', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  const link = await makes(alices, 'Group', 'Readers', 'Join by approval');
  const bobs = await WebClient.open(browser, { url: link }, bob);
  const request = async (): Promise<void> => {
    await bobs.button('Ask to join').click();
    await bobs.page.getByRole('heading', { name: 'Join request sent' }).waitFor();
  };
  await request();
  await alices.button('Room settings: 1 join request').click();
  await alices.dialog.getByRole('button', { name: 'Decline bob Tester' }).click();
  await bobs.page.getByText('Your request to join was declined.').waitFor();
  await request();
  await alices.dialog.getByRole('button', { name: 'Approve bob Tester' }).click();
  await bobs.page.getByRole('heading', { name: 'Readers', level: 1 }).waitFor();
  await alices.dialog.getByRole('heading', { name: 'Members (2)' }).waitFor();
});

it('an admin changes a room, its rules and its members, and deletes it', async () => {
  const alices = await WebClient.open(browser, parley, alice);
  await makes(alices, 'Group', 'Friends', 'Join by approval');
  const bobs = await WebClient.open(browser, parley, bob);
  const dialog = await settings(alices);
  await dialog.getByLabel('Add a member').fill(bob.username);
  await dialog.getByLabel('Add a member').press('Enter');
  await dialog.getByRole('button', { name: 'Add to room' }).click();
  await bobs.enter('Friends');

  await dialog.getByLabel('Name', { exact: true }).fill('Old friends');
  await dialog.getByLabel('Description').fill('Since school');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await bobs.page.getByText('2 members · Since school').waitFor();
  await bobs.room('Old friends').waitFor();

  await dialog.getByRole('switch', { name: 'Locked' }).click();
  await bobs.page.getByText('Only admins can post here.').waitFor();
  await dialog.getByRole('button', { name: 'Edit bob Tester' }).click();
  await dialog.getByRole('switch', { name: 'Admin', exact: true }).click();
  await bobs.send('I may write, as an admin');
  await isOn(dialog.getByRole('switch', { name: 'Admin', exact: true }));
  await dialog.getByRole('switch', { name: 'Admin', exact: true }).click();
  await bobs.page.getByText('Only admins can post here.').waitFor();

  await dialog.getByRole('button', { name: 'Remove bob Tester' }).click();
  await alices.dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await bobs.page.getByRole('heading', { name: 'You were removed from Old friends' }).waitFor();
  await bobs.room('Old friends').waitFor({ state: 'detached' });

  await dialog.getByRole('button', { name: 'Delete room' }).click();
  await alices.dialog.getByRole('button', { name: 'Delete room' }).click();
  await alices.page.getByText('No conversations yet.').waitFor();
});

it('a conversation of two is deleted for one user, and comes back without its earlier messages', async () => {
  const bobs = await bob.connect();
  const { data: chat } = await bobs.request('room.create', { type: 'OneToOneChat', participants: [alice.id] });
  const write = (content: string) => bobs.request('message.send', { room_id: chat.id, content });
  await write('What we said before');
  const alices = await WebClient.open(browser, parley, alice);
  await alices.enter('bob Tester');
  await alices.expectText('What we said before');
  const dialog = await settings(alices);
  await dialog.getByRole('button', { name: 'Delete conversation' }).click();
  await alices.dialog.getByText('The other person keeps it.').waitFor();
  await alices.dialog.getByRole('button', { name: 'Delete conversation' }).click();
  await alices.page.getByText('No conversations yet.').waitFor();
  await write('Hello again');
  await alices.enter('bob Tester');
  await alices.expectText('Hello again');
  await expect(alices.history.getByText('What we said before').count()).resolves.toBe(0);
  await bobs.close();
});

it('a search finds messages in all rooms, and a result opens its message', async () => {
  const device = await alice.connect();
  const chat = { type: 'OneToOneChat', participants: [bob.id] } as const;
  const { data: room } = await device.request('room.create', chat);
  const send = (content: string) => device.request('message.send', { room_id: room.id, content });
  await send('The red lighthouse stands by the harbour');
  for (let at = 0; at < 120; at += 1) await send(`Message ${String(at)}`);
  const { data: group } = await device.request('room.create', {
    type: 'GroupChat',
    name: 'Others',
    participants: [bob.id],
  });
  await device.request('message.send', { room_id: group.id, content: 'Another lighthouse' });
  await device.close();

  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.button('Search messages').click();
  await bobs.dialog.getByRole('searchbox').fill('lighthouse');
  await bobs.dialog.getByText('2 messages').waitFor();
  expect(await bobs.dialog.locator('mark').allTextContents()).toEqual(['lighthouse', 'lighthouse']);
  await browser.screenshot(bobs.page, 'web-client-found');
  expect(await bobs.faults()).toEqual([]);
  await bobs.dialog.getByRole('button', { name: 'The red lighthouse' }).click();
  await bobs.page.getByRole('heading', { name: 'alice Tester', level: 1 }).waitFor();
  await bobs.focused(bobs.message('The red lighthouse stands by the harbour'));

  await bobs.button('Search in this room').click();
  await bobs.dialog.getByRole('searchbox').fill('lighthouse');
  await bobs.dialog.getByText('1 message').waitFor();
});

it('a member leaves a room', async () => {
  const device = await alice.connect();
  await device.request('room.create', { type: 'GroupChat', name: 'Friends', participants: [bob.id] });
  await device.close();
  const bobs = await WebClient.open(browser, parley, bob);
  await bobs.enter('Friends');
  await (await settings(bobs)).getByRole('button', { name: 'Leave' }).click();
  await bobs.dialog.getByRole('button', { name: 'Leave' }).click();
  await bobs.page.getByText('No conversations yet.').waitFor();
});

it('a filter of rooms without a match says so', async () => {
  const device = await alice.connect();
  for (let at = 0; at < 7; at += 1)
    await device.request('room.create', { type: 'GroupChat', name: `Group ${String(at)}` });
  await device.close();
  const alices = await WebClient.open(browser, parley, alice);
  await alices.page.getByLabel('Filter rooms').fill('no such room');
  await alices.page.getByText('No rooms found.').waitFor();
});
