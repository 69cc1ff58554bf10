import type { GroupChat } from '@parley/protocol';

import { AdminPage } from '../support/admin-page.js';
import { Browser } from '../support/browser.js';
import type { ChatClient } from '../support/chat-client.js';
import { historyOf, sendMessage } from '../support/messaging.js';
import { manyUsers, users } from '../support/people.js';
import type { TestUser } from '../support/people.js';
import type { Service } from '../support/service.js';
import { sharedService } from '../support/shared-services.js';

const SPAMMERS = 10;
const SPAM_OF_EACH = 6;
/** From the log-in of the moderator to the end of the spam. */
const MOST_MS = 120_000;

let parley: Service;
let browser: Browser;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let spammers: readonly TestUser[];
let devices: readonly ChatClient[];
let member: ChatClient;
let room: GroupChat;

beforeAll(async () => {
  // No other spec of this service reports anything.
  [parley, browser] = await Promise.all([sharedService('everyPart'), Browser.shared()]);
  ({ alice, bob, carol } = await users(parley, 'alice', 'bob', 'carol'));
  spammers = await manyUsers(parley, SPAMMERS);
  await parley.parley('users', 'set-role', carol.username, 'moderator');
  const owner = await alice.connect();
  const participants = [bob, ...spammers].map(({ id }) => id);
  room = (await owner.request('room.create', { type: 'GroupChat', name: 'Friends', participants })).data as GroupChat;
  await sendMessage(owner, room, 'Welcome');
  await owner.close();
  member = await bob.connect();
  devices = await Promise.all(spammers.map((user) => user.connect()));
});
afterAll(async () => {
  await browser.closeAll();
  await member.close();
});

const contents = async (): Promise<string[]> => (await historyOf(member, room)).map(({ content }) => content);

it('a moderator finds a flood of spam from ten accounts, stops it and removes it, from the page alone', async () => {
  await Promise.all(
    devices.map(async (device, at) => {
      for (let sent = 1; sent <= SPAM_OF_EACH; sent += 1) {
        const spam = await sendMessage(device, room, `Buy this! ${String(at)} ${String(sent)}`);
        if (sent === SPAM_OF_EACH) {
          await member.request('message.report', { message_id: spam.id, room_id: room.id, reason: 'spam' });
        }
      }
    }),
  );
  await sendMessage(member, room, 'What is going on?');
  const since = performance.now();
  const admin = await AdminPage.open(browser, parley, carol, 'reports');
  await admin.page
    .getByRole('article', { name: /^Report about / })
    .nth(SPAMMERS - 1)
    .waitFor();
  await admin.expectAccessible(browser, 'spam');
  await admin.page.getByLabel('Select all').check();
  await admin.button('Remove their messages').click();
  await admin.dialog.getByLabel('Time').selectOption('The last 24 hours');
  await admin.dialog.getByRole('button', { name: 'Remove their messages' }).click();
  await admin.says(/^Removed messages: 60, of users: 10\.$/);
  await admin.page.getByLabel('Note').first().fill('A flood of spam');
  const several = admin.page.getByRole('group', { name: 'Resolve several reports' });
  await several.getByRole('button', { name: 'Deactivate user' }).click();
  await admin.says('10 reports are resolved.');
  await admin.says('There are no such reports.');
  await browser.screenshot(admin.page, 'admin-spam-removed');
  expect(performance.now() - since).toBeLessThan(MOST_MS);

  for (const device of devices) await expect(device.closed()).resolves.toEqual({ code: 4001, reason: 'user_inactive' });
  await expect(contents()).resolves.toEqual(expect.arrayContaining(['Welcome', 'What is going on?']));
  expect((await contents()).filter((content) => content.startsWith('Buy'))).toEqual([]);
  const entries = (await parley.parley('audit', 'list', '--user', spammers[0]!.username)) as {
    action: string;
    actor: { username: string } | null;
  }[];
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['messages.purge', 'users.deactivate', 'report.resolve', 'report.create']),
  );
  const acts = entries.filter(({ action }) => !action.startsWith('report.create'));
  expect(new Set(acts.map(({ actor }) => actor?.username))).toEqual(new Set([carol.username]));
});
