import type { GroupChat } from '@parley/protocol';

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
let carol: TestUser;
let leader: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  [parley, browser] = await Promise.all([sharedService(), Browser.shared()]);
});
beforeEach(async () => {
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  leader = await alice.connect();
  const group = { type: 'GroupChat', name: 'Friends', participants: [bob.id, carol.id] };
  room = (await leader.request('room.create', group)).data as GroupChat;
});
afterEach(async () => {
  await leader.close();
  await browser.closeAll();
});

it('a member reports a message, once, and the leader of the room gets a copy of it', async () => {
  const sender = await carol.connect();
  const { id } = await sendMessage(sender, room, 'Buy this!');
  await sender.close();
  const client = await WebClient.open(browser, parley, bob);
  await client.enter('Friends');
  await client.act('Buy this!', 'Report');
  const dialog = client.page.getByRole('dialog', { name: 'Report a message of carol Tester' });
  await dialog.getByLabel('Abuse or harassment').check();
  await dialog.getByLabel('Comment (optional)').fill('For the third time');
  await expect(client.faults()).resolves.toEqual([]);
  await browser.screenshot(client.page, 'web-client-report');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.waitFor({ state: 'detached' });
  await client.page.getByText('The report was sent.').waitFor();
  const { data } = await leader.receive('report.dispatch');
  expect(data).toMatchObject({
    message_id: id,
    reason: 'abuse',
    comment: 'For the third time',
    seen: { content: 'Buy this!' },
  });
  await client.act('Buy this!', 'Report');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('You have reported this already.').waitFor();
});

it('a user is reported from the profile, on a phone', async () => {
  await sendMessage(leader, room, 'Hello');
  const phone = await WebClient.open(browser, parley, bob, PHONE);
  await phone.enter('Friends');
  await phone.button('Room settings').click();
  await phone.dialog.getByRole('button', { name: /^alice Tester/ }).click();
  await phone.button('Report alice Tester').click();
  const dialog = phone.page.getByRole('dialog', { name: 'Report alice Tester' });
  await dialog.getByLabel('Something else').check();
  await expect(phone.faults()).resolves.toEqual([]);
  expect(await phone.overflows()).toEqual([]);
  await browser.screenshot(phone.page, 'web-client-report-user-phone');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await phone.page.getByText('The report was sent.').waitFor();
  const reports = (await parley.parley('reports', 'list')) as { user: { id: number }; reason: string }[];
  expect(reports.filter(({ user }) => user.id === alice.id)).toMatchObject([{ reason: 'other' }]);
});
